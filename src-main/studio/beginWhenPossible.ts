import type { Clock, Log } from './world.ts'

const RETRY_MS = 5000

/** Does `work` now, and where that fails, as on a full disk, again until it is done. The answer ends the trying. */
export function beginWhenPossible({ clock, log }: { clock: Clock; log: Log }, work: () => void): () => void {
  let cancel = (): void => {}
  const begin = (): void => {
    try {
      work()
    } catch (error) {
      log.error('The queue could not begin yet', { error: String(error) })
      cancel = clock.after(RETRY_MS, begin)
    }
  }
  begin()
  return () => cancel()
}
