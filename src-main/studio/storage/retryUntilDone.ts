import type { Clock, Log } from '../world.ts'

const RETRY_MS = 5000

/**
 * Runs `work` now and, if it throws, for example because the disk is full, again every five seconds until it succeeds.
 * `name` is its name in the log. Returns a function that ends the retries.
 */
export function retryUntilDone(
  { clock, log }: { clock: Clock; log: Log },
  name: string,
  work: () => void,
): () => void {
  let cancel = (): void => {}
  const attempt = (): void => {
    try {
      work()
    } catch (error) {
      log.error(`${name} failed and is retried`, { error: String(error) })
      cancel = clock.after(RETRY_MS, attempt)
    }
  }
  attempt()
  return () => cancel()
}
