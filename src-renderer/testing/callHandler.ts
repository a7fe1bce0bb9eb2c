import type { Envelope } from '../../src-preload/contract/errors.ts'
import {
  type Handlers,
  type RouteInput,
  type RouteName,
  type RouteOutput,
  routes,
} from '../../src-preload/contract/routes.ts'
import { StudioError } from '../../src-preload/shared/StudioError.ts'

/** Calls a handler of a fake studio. Input that the route doesn't allow is rejected, as by the real studio. */
export async function callHandler<R extends RouteName>(
  handlers: Partial<Handlers>,
  route: R,
  input: RouteInput<R>,
): Promise<Envelope<RouteOutput<R>>> {
  const handle = handlers[route]
  if (!handle) return { ok: false, error: { code: 'route_not_found', money: 'none', params: { route } } }
  const parsed = routes[route].input.safeParse(input)
  if (!parsed.success)
    return { ok: false, error: { code: 'invalid_input', money: 'none', params: { route } } }
  try {
    return { ok: true, data: await handle(input) }
  } catch (error) {
    if (error instanceof StudioError) return { ok: false, error: error.problem }
    throw error
  }
}
