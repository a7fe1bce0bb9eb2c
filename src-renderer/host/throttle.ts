const INTERVAL_MS = 1500
const scheduled = new Set<string>()

/** Throttles calls by name: the first call starts the wait, at whose end it runs once. */
export function throttle(name: string, run: () => void): void {
  if (scheduled.has(name)) return
  scheduled.add(name)
  setTimeout(() => {
    scheduled.delete(name)
    run()
  }, INTERVAL_MS)
}
