import type { Bridge } from '../../../../src-preload/contract/bridge.ts'
import type { Handlers, RouteName } from '../../../../src-preload/contract/routes.ts'
import { setBridge } from '../../../host/bridge.ts'

/** Connects the window to a fake studio that responds with the given handlers and records requests. */
export function fakeViewerStudio(handlers: Partial<Handlers>) {
  const requests: { route: RouteName; input: unknown }[] = []
  const call: Bridge['call'] = async (route, input) => {
    requests.push({ route, input })
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
    addInputFile: async () => ({ ok: false, error: { code: 'not_supported', money: 'none' } }),
  })
  return {
    /** Routes of all requests, oldest first. */
    routes: () => requests.map(({ route }) => route),
    inputs: (route: RouteName) =>
      requests.filter((request) => request.route === route).map(({ input }) => input),
  }
}
