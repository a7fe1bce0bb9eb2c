import type { Clock, Log } from '../world.ts'

const RETRY_MS = 5000

/** Runs `work` now and retries it until it succeeds, for example on a full disk. Returns a function that ends the retries. */
export function retryUntilDone({ clock, log }: { clock: Clock; log: Log }, work: () => void): () => void {
  let cancel = (): void => {}
  const attempt = (): void => {
    try {
      work()
    } catch (error) {
      log.error('The queue could not begin yet', { error: String(error) })
      cancel = clock.after(RETRY_MS, attempt)
    }
  }
  attempt()
  return () => cancel()
}
