import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { guardComposition } from '../lib/composition.ts'
import { clearUndoStack } from '../widgets/organize/undoStack.ts'
import { resetStores } from './resettableZustand.ts'

/** Timeout in ms for a busy machine; only a failing test waits this long. */
export const ASYNC_TIMEOUT_MS = 20_000

guardComposition()
configure({ asyncUtilTimeout: ASYNC_TIMEOUT_MS })
// jsdom loads no images and has no layout, so no size changes.
Object.assign(HTMLImageElement.prototype, { decode: () => Promise.resolve() })
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// Test files share a document and their modules, so what a test leaves in them would affect the next one.
afterEach(() => {
  cleanup()
  // Makes the saves that are debounced, which would reach the studio of the next test.
  dispatchEvent(new Event('pagehide'))
  document.body.replaceChildren()
  localStorage.clear()
  history.replaceState(null, '', location.pathname)
  clearUndoStack()
  resetStores()
  vi.unstubAllGlobals()
})
