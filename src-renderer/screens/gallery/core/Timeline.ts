import { lastIndexAtOrBelow } from '../../../lib/virtualList.ts'

/** A label or a dot beside the timeline. */
export interface TimelineMark {
  /** Distance from the top in px. */
  y: number
  /** The newest day with results of the month or year. */
  day: number
  kind: 'year' | 'month' | 'dot'
}

/** Space that a label and a dot need, in px. */
const LABEL_SPACE = 22
const DOT_SPACE = 8

const DAY_MS = 86_400_000

/** The local calendar day of a time, as days since 1970-01-01. */
export function dayOfTime(time: number): number {
  const date = new Date(time)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS
}

/** Local midnight at the start of a day, in milliseconds since the epoch. */
export function startOfDay(day: number): number {
  const date = new Date(day * DAY_MS)
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()).getTime()
}

/** The last millisecond of a day; a day may have 23 or 25 hours. */
export const endOfDay = (day: number): number => startOfDay(day + 1) - 1

/** Months since January of year 0. */
export function monthOfDay(day: number): number {
  const date = new Date(day * DAY_MS)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
export const yearOfDay = (day: number): number => Math.floor(monthOfDay(day) / 12)

/** The first day of a month. */
export const firstDayOfMonth = (month: number): number =>
  Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS

/**
 * The number of results per day, newest first. The rank of a result is its index among all results: 0 is the newest. On
 * a rail, each result takes the same share of the height.
 */
export class Timeline {
  /** Days since 1970-01-01 in local time, newest first. */
  readonly days: readonly number[]
  readonly counts: readonly number[]
  /** Number of results. */
  readonly total: number
  /** Number of results newer than each day. */
  readonly #newer: Float64Array

  constructor({ days, counts }: { days: readonly number[]; counts: readonly number[] }) {
    this.days = days
    this.counts = counts
    this.#newer = new Float64Array(days.length)
    let total = 0
    for (const [index, count] of counts.entries()) {
      this.#newer[index] = total
      total += count
    }
    this.total = total
  }

  /** Rank of the first result of a day, or of the next older one. */
  rankOfDay(day: number): number {
    return this.#newer[this.#indexOfDay(day)] ?? Math.max(0, this.total - 1)
  }

  /** The day of the result with a rank, which is clamped to the ends. Undefined if there are no results. */
  dayAtRank(rank: number): number | undefined {
    return this.days[Math.max(0, lastIndexAtOrBelow(this.#newer, Math.max(0, rank)))]
  }

  /** Number of results of a day. */
  countOfDay(day: number): number {
    const index = this.#indexOfDay(day)
    return this.days[index] === day ? (this.counts[index] ?? 0) : 0
  }

  /** Rank at a distance in px from the top of a rail with this height. */
  rankAt(y: number, height: number): number {
    if (height <= 0 || this.total === 0) return 0
    return Math.max(0, Math.min(this.total - 1, Math.floor((y / height) * this.total)))
  }

  /** Distance of a rank in px from the top of a rail with this height. */
  yOfRank(rank: number, height: number): number {
    return this.total === 0 ? 0 : (Math.max(0, Math.min(this.total - 1, rank)) / this.total) * height
  }

  /** First rank of the next older (1) or newer (-1) day or month; if there is none, the last or first rank of all. */
  step(rank: number, unit: 'day' | 'month', direction: 1 | -1): number {
    const day = this.dayAtRank(rank)
    if (day === undefined) return 0
    const unitOf = unit === 'day' ? (other: number) => other : monthOfDay
    let index = this.#indexOfDay(day)
    const start = unitOf(day)
    const isSame = (at: number) => unitOf(this.days[at] ?? 0) === start
    while (index + direction >= 0 && index + direction < this.days.length && isSame(index)) index += direction
    if (isSame(index)) return direction === 1 ? this.total - 1 : 0
    // Backwards, the first day of the unit is its newest.
    const target = unitOf(this.days[index] ?? 0)
    while (index > 0 && unitOf(this.days[index - 1] ?? 0) === target) index--
    return this.#newer[index] ?? 0
  }

  /** The months with results, newest first. */
  months(): number[] {
    return [...new Set(this.days.map(monthOfDay))]
  }

  /** The marks beside a rail: each year and month where there is room for its name, otherwise a dot, otherwise nothing. */
  marks(height: number): TimelineMark[] {
    const starts: { y: number; day: number; isYear: boolean }[] = []
    for (const [index, day] of this.days.entries()) {
      const before = this.days[index - 1]
      if (before !== undefined && monthOfDay(before) === monthOfDay(day)) continue
      const isYear = before === undefined || yearOfDay(before) !== yearOfDay(day)
      starts.push({ y: this.yOfRank(this.#newer[index] ?? 0, height), day, isYear })
    }
    const taken: number[] = []
    const isFree = (y: number, space: number) => taken.every((other) => Math.abs(other - y) >= space)
    const marks: TimelineMark[] = []
    const place = ({ y, day }: { y: number; day: number }, kind: TimelineMark['kind'], space: number) => {
      if (y > height - space / 2 || !isFree(y, space)) return false
      taken.push(y)
      marks.push({ y, day, kind })
      return true
    }
    for (const start of starts) if (start.isYear) place(start, 'year', LABEL_SPACE)
    for (const start of starts)
      if (!start.isYear && !place(start, 'month', LABEL_SPACE)) place(start, 'dot', DOT_SPACE)
    return marks
  }

  /** Index of a day, or of the next older one; the number of days if there is none. */
  #indexOfDay(day: number): number {
    let low = 0
    let high = this.days.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.days[middle] ?? 0) > day) low = middle + 1
      else high = middle
    }
    return low
  }
}
