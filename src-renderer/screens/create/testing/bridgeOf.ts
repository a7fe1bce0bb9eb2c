import type { Bridge } from '../../../../src-preload/contract/bridge.ts'
import type { Handlers } from '../../../../src-preload/contract/routes.ts'
import { StudioError } from '../../../host/problemOf.ts'

/** A bridge to a fake studio with the given handlers. */
export function bridgeOf(handlers: Partial<Handlers>, addInputFile?: Bridge['addInputFile']): Bridge {
  const call: Bridge['call'] = async (route, input) => {
    const handle = handlers[route]
    if (!handle) return { ok: false, error: { code: 'route_not_found', money: 'none' } }
    try {
      return { ok: true, data: await handle(input) }
    } catch (error) {
      if (error instanceof StudioError) return { ok: false, error: error.problem }
      throw error
    }
  }
  return {
    call,
    onEvent: () => () => {},
    media: {
      url: (kind, id) => `media:${kind}/${id}`,
      read: async () => new ArrayBuffer(0),
      saveThumb: async () => {},
    },
    saveFile: async () => ({ ok: true, data: 'handed_over' }),
    addInputFile: addInputFile ?? (() => Promise.reject(new Error('No fake for addInputFile'))),
  }
}
