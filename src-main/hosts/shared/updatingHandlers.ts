import { StudioError, storageErrors } from '../../../src-preload/contract/errors.ts'
import { routes, type Handlers } from '../../../src-preload/contract/routes.ts'
import type { LibraryUpdate } from '../../../src-preload/contract/types/libraryUpdate.ts'

/** Handlers during an update: every call fails with `library_updating` and the progress, and the window repeats it. */
export function updatingHandlers(current: () => LibraryUpdate | null): Partial<Handlers> {
  const refuse = (): Promise<never> =>
    Promise.reject(
      new StudioError({ code: storageErrors.libraryUpdating, money: 'none', params: { ...current() } }),
    )
  return Object.fromEntries(Object.keys(routes).map((route) => [route, refuse]))
}
