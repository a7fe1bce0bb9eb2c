const WAIT_MS = 1500
const waiting = new Set<string>()

/** Throttles calls by name: the first call starts the wait, at whose end it runs once. */
export function soon(name: string, run: () => void): void {
  if (waiting.has(name)) return
  waiting.add(name)
  setTimeout(() => {
    waiting.delete(name)
    run()
  }, WAIT_MS)
}
