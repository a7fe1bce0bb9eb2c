import type { RouteInput, RouteName, RouteOutput } from '../../src-preload/contract/routes.ts'
import { bridge } from './bridge.ts'
import { HostError } from './HostError.ts'
import { link } from './link.ts'

/** Asks the studio. Throws `HostError` with its problem when it says no, and notes when it does not answer at all. */
export async function call<R extends RouteName>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>> {
  let envelope
  try {
    envelope = await bridge().call(route, input)
  } catch {
    link.getState().set('lost')
    throw new HostError({ code: 'studio_lost', money: 'none' })
  }
  link.getState().set('up')
  if (!envelope.ok) throw new HostError(envelope.error)
  return envelope.data
}
