/** What a test waits for may come late on a busy machine; only a failing test waits this long, in milliseconds. */
export const PATIENCE_MS = 20_000

// Tests without a page have nothing to wait for, and need not load what would.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: PATIENCE_MS })
}
