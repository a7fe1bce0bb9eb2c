import { setImmediate } from 'node:timers/promises'

/**
 * Does something with many items, a few of them at a time, so that nothing else waits for long. Answers the sum of what `work`
 * answered. The first few are done when this returns.
 */
export async function inSlices<T>(
  items: readonly T[],
  atOnce: number,
  work: (some: readonly T[]) => number,
): Promise<number> {
  let sum = 0
  for (let from = 0; from < items.length; from += atOnce) {
    if (from > 0) await setImmediate()
    sum += work(items.slice(from, from + atOnce))
  }
  return sum
}
