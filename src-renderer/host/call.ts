import type { Envelope } from '../../src-preload/contract/errors.ts'
import type { RouteInput, RouteName, RouteOutput } from '../../src-preload/contract/routes.ts'
import { bridge } from './bridge.ts'
import { HostError } from './HostError.ts'
import { libraryUpdate, updateOf } from './libraryUpdate.ts'
import { link } from './link.ts'

/** Interval at which a call is repeated while the library is being updated. */
const UPDATING_MS = 500

/**
 * Calls the studio; repeats the call while the library is updated. Throws `HostError` with the problem, and records when the
 * studio does not respond.
 */
export async function call<R extends RouteName>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>> {
  for (;;) {
    const envelope = await send(route, input)
    link.getState().set('up')
    const isUpdating = !envelope.ok && envelope.error.code === 'library_updating'
    libraryUpdate.getState().set(isUpdating ? updateOf(envelope.error) : null)
    if (envelope.ok) return envelope.data
    if (!isUpdating) throw new HostError(envelope.error)
    await new Promise((resolve) => setTimeout(resolve, UPDATING_MS))
  }
}

async function send<R extends RouteName>(route: R, input: RouteInput<R>): Promise<Envelope<RouteOutput<R>>> {
  try {
    return await bridge().call(route, input)
  } catch {
    libraryUpdate.getState().set(null)
    link.getState().set('lost')
    throw new HostError({ code: 'studio_lost', money: 'none' })
  }
}
