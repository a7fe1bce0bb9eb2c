import type { Bridge } from '../../../../src-preload/contract/bridge.ts'
import type { Handlers, RouteName } from '../../../../src-preload/contract/routes.ts'
import { setBridge } from '../../../host/bridge.ts'

/** A studio behind the window's door that answers what the test says, and notes what it was asked. */
export function viewersBehind(handlers: Partial<Handlers>) {
  const asked: { route: RouteName; input: unknown }[] = []
  const call: Bridge['call'] = async (route, input) => {
    asked.push({ route, input })
    const handle = handlers[route]
    if (!handle) return { ok: false, error: { code: 'route_not_found', money: 'none' } }
    return { ok: true, data: await handle(input) }
  }
  setBridge({
    call,
    onEvent: () => () => {},
    media: {
      url: (place, id) => `/${place}/${id}`,
      read: async () => new ArrayBuffer(0),
      saveThumb: async () => {},
    },
    saveFile: async () => ({ ok: true, data: 'handed_over' }),
    takeFile: async () => ({ ok: false, error: { code: 'not_supported', money: 'none' } }),
  })
  return {
    /** Every message, oldest first. */
    asked: () => asked.map(({ route }) => route),
    inputs: (route: RouteName) => asked.filter((one) => one.route === route).map(({ input }) => input),
  }
}
