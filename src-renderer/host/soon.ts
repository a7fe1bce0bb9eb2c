const WAIT_MS = 1500
const waiting = new Set<string>()

/** Runs it once in a while, however often it is asked for under a name: the first asking starts the wait. */
export function soon(name: string, run: () => void): void {
  if (waiting.has(name)) return
  waiting.add(name)
  setTimeout(() => {
    waiting.delete(name)
    run()
  }, WAIT_MS)
}
