import { localDay } from '../spend/localDay.ts'

const QUARTER_MS = 900_000
const DAY_MS = 86_400_000

/** The start of the local day or month of a time, in milliseconds. In all time zones it is a multiple of a quarter of an hour. */
export function localStart(of: 'day' | 'month', now: number, timeZone?: string): number {
  const length = of === 'day' ? 10 : 7
  const name = localDay(now, timeZone).slice(0, length)
  let inside = Math.floor(now / QUARTER_MS)
  let before = inside - ((of === 'day' ? 2 : 33) * DAY_MS) / QUARTER_MS
  while (inside - before > 1) {
    const middle = Math.floor((inside + before) / 2)
    if (localDay(middle * QUARTER_MS, timeZone).startsWith(name)) inside = middle
    else before = middle
  }
  return inside * QUARTER_MS
}
