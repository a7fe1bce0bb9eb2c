import { libraryErrors, StudioError, storageErrors } from '../../../../src-preload/contract/errors.ts'
import { type Handlers, routes } from '../../../../src-preload/contract/routes.ts'
import type { Capabilities, LibraryUpdate } from '../../../../src-preload/contract/types/studio.ts'
import type { HostlessHandlers, HostRoute, Studio } from '../../../studio/Studio.ts'

export interface HostInfo {
  name: 'electron' | 'browser'
  capabilities: Capabilities
  /** Shows a file in the system's file manager; null if the host can't. */
  reveal: ((path: string) => void) | null
}

/** The studio's handlers and the two that depend on the host. */
export function completeHandlers<H extends Pick<HostlessHandlers, 'studio.info'>>(
  studio: { handlers: H; pathOfAsset: Studio['pathOfAsset'] },
  host: HostInfo,
): Omit<H, 'studio.info'> & Pick<Handlers, 'studio.info' | HostRoute> {
  return {
    ...studio.handlers,
    'studio.info': async () => ({
      ...(await studio.handlers['studio.info']()),
      host: host.name,
      capabilities: host.capabilities,
    }),
    'library.reveal': async ({ id }) => {
      if (!host.reveal) throw new StudioError({ code: libraryErrors.notSupported, money: 'none' })
      const path = studio.pathOfAsset(id)
      if (path === null) throw new StudioError({ code: libraryErrors.notFound, money: 'none' })
      host.reveal(path)
    },
  }
}

/** Handlers during an update: every call fails with `library_updating` and the progress, and the window repeats it. */
export function updatingHandlers(current: () => LibraryUpdate | null): Partial<Handlers> {
  const refuse = (): Promise<never> =>
    Promise.reject(
      new StudioError({ code: storageErrors.libraryUpdating, money: 'none', params: { ...current() } }),
    )
  return Object.fromEntries(Object.keys(routes).map((route) => [route, refuse]))
}
