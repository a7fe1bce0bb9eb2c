import { StudioError, storageErrors } from '../../../src-preload/contract/errors.ts'
import type { Studio } from '../../studio/Studio.ts'
import { addHostHandlers, createUpdatingHandlers } from '../shared/calls/hostHandlers.ts'
import type { LibraryUpdateStatus } from '../shared/openStudio.ts'
import type { HostedStudio } from './BrowserHost.ts'

type StudioAdapter = Pick<HostedStudio, 'handlers' | 'media' | 'inputs' | 'onEvent'>

/** Adapts an open studio for the browser host. */
export const createHostedStudio = (studio: Studio): StudioAdapter => ({
  handlers: addHostHandlers(studio, {
    name: 'browser',
    capabilities: { openFolder: false, notifications: true, tray: false, keepAwake: false },
    revealFile: null,
  }),
  media: studio.media,
  inputs: studio.inputs,
  onEvent: studio.onEvent,
})

/** Replaces the studio while the library is being updated: every call fails with `library_updating`. */
export function createUpdatingStudio({ current }: LibraryUpdateStatus): StudioAdapter {
  const rejectCall = (): Promise<never> =>
    Promise.reject(new StudioError({ code: storageErrors.libraryUpdating, money: 'none' }))
  return {
    handlers: createUpdatingHandlers(current),
    media: { find: () => Promise.resolve(null), saveThumb: rejectCall },
    inputs: { store: rejectCall },
    onEvent: () => () => {},
  }
}
