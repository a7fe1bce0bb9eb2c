import type { SpendSummary } from '../../../../src-preload/contract/types/spend.ts'

export interface DayBar {
  /** Local calendar day, YYYY-MM-DD. */
  day: string
  jobs: number
  quoted: number
  /** 0 to 1 of the tallest bar. */
  part: number
}

const keyOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0')).join('-')

/** The last `days` days up to `now`, oldest first, with empty days as empty bars. */
export const dayBars = (byDay: SpendSummary['byDay'], now: number, days = 30): DayBar[] => {
  const known = new Map(byDay.map((entry) => [entry.day, entry]))
  const today = new Date(now)
  const bars = Array.from({ length: days }, (_, index) => {
    const date = new Date(today.getFullYear(), today.getMonth(), today.getDate() - (days - 1 - index))
    const entry = known.get(keyOf(date))
    return { day: keyOf(date), jobs: entry?.jobs ?? 0, quoted: entry?.quoted ?? 0, part: 0 }
  })
  const most = Math.max(1, ...bars.map(({ quoted }) => quoted))
  return bars.map((bar) => ({ ...bar, part: bar.quoted / most }))
}
