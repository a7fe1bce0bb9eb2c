import type { SpendBy, SpendReport, SpendRow } from '../../../../src-preload/contract/types/spend.ts'
import { usedOf } from './sums.ts'
import { addMoney } from '../moneySums.ts'

/** Maximum number of series; more colors are hard to tell apart. */
const OWN_SERIES = 5
/** More days than this are drawn by month. */
const MAX_DAYS = 400
const KINDS = ['settled', 'running', 'uncertain', 'quoted'] as const

interface Given {
  by: SpendBy
  days: readonly string[]
  /** Amounts of each day by key, or by kind of sum where grouped by day. */
  byDay: ReadonlyMap<string, readonly { key: string; used: number }[]>
  /** Most expensive first. */
  rows: readonly SpendRow[]
}

/** The series and points of a plot in which everything is stacked. */
export function plotOf({ by, days, byDay, rows }: Given): SpendReport['plot'] {
  const used = rows.filter((row) => usedOf(row) > 0)
  const own: { key: string | null; label: string | null }[] =
    by === 'day'
      ? KINDS.map((key) => ({ key, label: null }))
      : used.slice(0, OWN_SERIES).map(({ key, label }) => ({ key, label }))
  const series = by !== 'day' && used.length > OWN_SERIES ? [...own, { key: null, label: null }] : own
  const place = new Map(own.map(({ key }, index) => [key, index]))
  const unit = days.length > MAX_DAYS ? 'month' : 'day'
  const points = new Map<string, number[]>()
  for (const day of days) {
    const point = unit === 'month' ? `${day.slice(0, 7)}-01` : day
    const amounts = points.get(point) ?? series.map(() => 0)
    points.set(point, amounts)
    for (const { key, used } of byDay.get(day) ?? []) {
      const at = place.get(key) ?? (by === 'day' ? -1 : own.length)
      if (amounts[at] !== undefined) amounts[at] = addMoney(amounts[at], used)
    }
  }
  return { unit, series, points: [...points].map(([day, amounts]) => ({ day, amounts })) }
}
