import { randomUUID } from 'node:crypto'
import type { BenchStudio } from '../openStudio.ts'
import { type RouteCall, routeVariants } from './RouteCall.ts'

/** Calls of the routes for models, the catalogue, running exports and the maintenance of the library. */
export function createMaintenanceCalls(
  handlers: BenchStudio['handlers'],
  { connection, model }: { connection: string; model: string },
): RouteCall[] {
  const variants = routeVariants(handlers)
  const noInput = { '': () => undefined }
  return [
    ...variants('models.refresh', noInput),
    ...variants('models.changes', noInput),
    ...variants('models.dismiss_changes', { '': () => ({ connectionId: connection, slugs: [model] }) }),
    ...variants('catalogue.overrides', noInput),
    ...variants('catalogue.reload', noInput),
    ...variants('exports.running', noInput),
    ...variants('exports.status', { '': () => ({ id: randomUUID() }) }),
    ...variants('exports.cancel', { '': () => ({ id: randomUUID() }) }),
    ...variants('library.count_expired', { '': () => ({ days: 7 }) }),
    ...variants('maintenance.sizes', noInput),
    ...variants('maintenance.check', noInput),
    ...variants('maintenance.status', noInput),
    ...variants('maintenance.stop', noInput),
  ]
}
