import type { BenchStudio } from '../openStudio.ts'
import { type RouteCall, routeVariants } from './RouteCall.ts'

/** Calls of the routes for the connections and their balances. */
export function createConnectionCalls(handlers: BenchStudio['handlers'], connection: string): RouteCall[] {
  const variants = routeVariants(handlers)
  const noInput = { '': () => undefined }
  return [
    ...variants('balance.get', { '': () => ({ connectionId: connection }) }),
    ...variants('balance.warn_below', { '': () => ({ connectionId: connection, warnBelow: null }) }),
    ...variants('balance.spans', { '': () => ({ connectionId: connection }) }),
    ...variants('balance.hints', noInput),
    ...variants('connections.list', noInput),
    ...variants('connections.add', {}),
    ...variants('connections.update', {}),
    ...variants('connections.remove', {}),
    ...variants('connections.select', { '': () => ({ id: connection }) }),
    ...variants('connections.test', { '': () => ({ id: connection }) }),
    ...variants('connections.use_sandbox', noInput),
    ...variants('connections.health', noInput),
    ...variants('connections.try_again', { '': () => ({ id: connection, immediately: true }) }),
  ]
}
