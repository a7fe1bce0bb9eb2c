import { dayOfTime, monthOfDay, startOfDay, yearOfDay } from '../../../../../src-preload/shared/calendar.ts'
import type { Tile } from '../../../../../src-preload/contract/types/asset.ts'
import { t } from '../../../../i18n/t.ts'
import { createDateFormat } from '../../../../lib/format/time.ts'
import { lastIndexAtOrBelow } from '../../../../lib/virtualList.ts'
import { type MarkPlace, placeMarks, type RailMark, type RailScale, yOfRank } from './RailScale.ts'

const dayFormat = createDateFormat({ day: 'numeric', month: 'short', year: 'numeric' })
const monthFormat = createDateFormat({ month: 'short' })
const yearFormat = createDateFormat({ year: 'numeric' })

/** The number of results per day, in a list by date. */
export class Timeline implements RailScale {
  readonly label = t('gallery.timeline')
  readonly total: number
  /** Days since 1970-01-01 in local time, in the order of the list. */
  readonly days: readonly number[]
  readonly #counts: readonly number[]
  /** Rank of the first result of each day. */
  readonly #starts: Float64Array
  readonly #descending: boolean

  /** @param days - Newest first, like their counts. */
  constructor(
    { days, counts }: { days: readonly number[]; counts: readonly number[] },
    { descending }: { descending: boolean },
  ) {
    this.days = descending ? days : days.toReversed()
    this.#counts = descending ? counts : counts.toReversed()
    this.#descending = descending
    this.#starts = new Float64Array(days.length)
    let total = 0
    for (const [index, count] of this.#counts.entries()) {
      this.#starts[index] = total
      total += count
    }
    this.total = total
  }

  /** Rank of the first result of a day, or of the next day in the list. */
  rankOfDay(day: number): number {
    return this.#starts[this.#indexOfDay(day)] ?? Math.max(0, this.total - 1)
  }

  /** The day of the result with a rank, which is clamped to the ends. Undefined if there are no results. */
  dayAtRank(rank: number): number | undefined {
    return this.days[Math.max(0, lastIndexAtOrBelow(this.#starts, Math.max(0, rank)))]
  }

  textAt(rank: number): string {
    const day = this.dayAtRank(rank)
    return day === undefined ? '' : dayFormat.format(startOfDay(day))
  }

  /** Number of results of a day. */
  countOfDay(day: number): number {
    const index = this.#indexOfDay(day)
    return this.days[index] === day ? (this.#counts[index] ?? 0) : 0
  }

  /** The estimate, or the closest rank that a result of this date can have. */
  rankOf({ createdAt }: Pick<Tile, 'createdAt'>, estimate: number): number {
    const day = dayOfTime(createdAt)
    const first = this.rankOfDay(day)
    return Math.max(first, Math.min(first + this.countOfDay(day) - 1, estimate))
  }

  /** First rank of the next (1) or previous (-1) day or month; if there is none, the last or first rank of all. */
  step(rank: number, size: 'small' | 'large', direction: 1 | -1): number {
    const day = this.dayAtRank(rank)
    if (day === undefined) return 0
    const unitOf = size === 'small' ? (other: number) => other : monthOfDay
    let index = this.#indexOfDay(day)
    const start = unitOf(day)
    const isSame = (at: number) => unitOf(this.days[at] ?? 0) === start
    while (index + direction >= 0 && index + direction < this.days.length && isSame(index)) index += direction
    if (isSame(index)) return direction === 1 ? this.total - 1 : 0
    // Backwards, the last day of the unit is found first.
    const target = unitOf(this.days[index] ?? 0)
    while (index > 0 && unitOf(this.days[index - 1] ?? 0) === target) index--
    return this.#starts[index] ?? 0
  }

  /** The months with results, newest first. */
  months(): number[] {
    const months = [...new Set(this.days.map(monthOfDay))]
    return this.#descending ? months : months.toReversed()
  }

  /** Each year and month where there is room for its name, otherwise a dot, otherwise nothing. */
  marks(height: number): RailMark[] {
    const years: MarkPlace[] = []
    const months: MarkPlace[] = []
    for (const [index, day] of this.days.entries()) {
      const before = this.days[index - 1]
      if (before !== undefined && monthOfDay(before) === monthOfDay(day)) continue
      const isYear = before === undefined || yearOfDay(before) !== yearOfDay(day)
      const text = (isYear ? yearFormat : monthFormat).format(startOfDay(day))
      const place = { y: yOfRank(this, this.#starts[index] ?? 0, height), text }
      if (isYear) years.push(place)
      else months.push(place)
    }
    return placeMarks(years, months, height)
  }

  /** Index of a day, or of the next one in the list; the number of days if there is none. */
  #indexOfDay(day: number): number {
    let low = 0
    let high = this.days.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.days[middle] ?? 0
      if (this.#descending ? other > day : other < day) low = middle + 1
      else high = middle
    }
    return low
  }
}
