import { afterEach } from 'vitest'

/** Timeout in ms for a busy machine; only a failing test waits this long. */
export const ASYNC_TIMEOUT_MS = 20_000

// Tests without a DOM don't need the testing library.
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: ASYNC_TIMEOUT_MS })
  // jsdom loads no images.
  Object.assign(HTMLImageElement.prototype, { decode: () => Promise.resolve() })
  // Test files share a document, so what a test leaves in it would be found by the next one.
  afterEach(() => {
    cleanup()
    document.body.replaceChildren()
    localStorage.clear()
    history.replaceState(null, '', location.pathname)
  })
}
