import { StudioError, storageErrors } from '../../../src-preload/contract/errors.ts'
import type { Studio } from '../../studio/Studio.ts'
import { completeHandlers, updatingHandlers } from '../shared/calls/hostHandlers.ts'
import type { UpdateWatch } from '../shared/openStudio.ts'
import type { HostedStudio } from './BrowserHost.ts'

type HostedPart = Pick<HostedStudio, 'handlers' | 'media' | 'inputs' | 'onEvent'>

/** The handlers of the browser host when the studio is open. */
export const hostedStudio = (studio: Studio): HostedPart => ({
  handlers: completeHandlers(studio, {
    name: 'browser',
    capabilities: { openFolder: false, notifications: true, tray: false, keepAwake: false },
    reveal: null,
  }),
  media: studio.media,
  inputs: studio.inputs,
  onEvent: studio.onEvent,
})

/** The handlers of the browser host while the library is updated. */
export function hostedStudioDuringUpdate({ current }: UpdateWatch): HostedPart {
  const refuse = (): Promise<never> =>
    Promise.reject(new StudioError({ code: storageErrors.libraryUpdating, money: 'none' }))
  return {
    handlers: updatingHandlers(current),
    media: { find: () => Promise.resolve(null), saveThumb: refuse },
    inputs: { store: refuse },
    onEvent: () => () => {},
  }
}
