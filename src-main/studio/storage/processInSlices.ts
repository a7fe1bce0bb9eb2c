import type { Database } from './database/Database.ts'

/**
 * Processes many items in slices and yields in between, so that nothing else waits for long. Returns the sum of the results of
 * `work`. The first slice is processed synchronously.
 */
export async function processInSlices<T>(
  database: Pick<Database, 'pause'>,
  items: readonly T[],
  size: number,
  work: (slice: readonly T[]) => number,
): Promise<number> {
  let sum = 0
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) await database.pause()
    sum += work(items.slice(from, from + size))
  }
  return sum
}
