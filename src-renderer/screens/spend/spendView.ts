import type { Period, SpendBy, SpendReport, SpendSums } from '../../../src-preload/contract/types/spend.ts'
import { endOfDay, parseDay, startOfDay } from '../../../src-preload/shared/calendar.ts'
import { isReportDay } from '../../../src-preload/constraints/reportDay.ts'
import { t } from '../../i18n/t.ts'
import { createDateFormat } from '../../lib/format/time.ts'
import { collectionPath, viewQuery } from '../../widgets/library/filterUrl.ts'
import { filterBy, NEWEST_FIRST } from '../../widgets/library/libraryFilter.ts'
import type { Condition } from '../../../src-preload/contract/types/filter.ts'

export const PERIODS = ['today', 'week', 'month', 'last_month', 'year', 'all'] as const
export const GROUPINGS: readonly SpendBy[] = ['day', 'model', 'task', 'connection', 'collection', 'batch']

/** The period and grouping of the report. */
export interface SpendView {
  period: Period
  by: SpendBy
}

/** Parses the period and grouping from the URL: `#/spend?period=month&by=model`, `#/spend?from=2026-01-01&to=2026-01-31`. */
export function parseView(query: URLSearchParams): SpendView {
  const [from, to] = [query.get('from'), query.get('to')]
  const named = PERIODS.find((name) => name === query.get('period')) ?? 'month'
  return {
    period: isReportDay(from) && isReportDay(to) && from <= to ? { from, to } : named,
    by: GROUPINGS.find((name) => name === query.get('by')) ?? 'day',
  }
}

/** Path of a view; the inverse of `parseView`. */
export function viewPath({ period, by }: SpendView): string {
  const query = new URLSearchParams(typeof period === 'string' ? { period } : period)
  query.set('by', by)
  return `spend?${query}`
}

const shortDayFormat = createDateFormat({ day: 'numeric', month: 'short' })
const dayFormat = createDateFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const monthFormat = createDateFormat({ month: 'long', year: 'numeric' })
const shortMonthFormat = createDateFormat({ month: 'short', year: 'numeric' })

/** Local noon of a day, `YYYY-MM-DD`. A clock change can't move noon to another day. */
const noonOf = (day: string): Date => new Date(`${day}T12:00:00`)

export const dayName = (day: string): string => dayFormat.format(noonOf(day))
/** Name of the month that contains a day. */
export const monthName = (day: string): string => monthFormat.format(noonOf(day))
/** Short name of a day or month, for an axis. */
export const shortName = (day: string, unit: 'day' | 'month'): string =>
  (unit === 'day' ? shortDayFormat : shortMonthFormat).format(noonOf(day))

/** "Sun, 1 November 2026 to Fri, 20 November 2026", or a single day. */
export const periodName = (from: string, to: string): string =>
  from === to ? dayName(from) : t('spend.span', { from: dayName(from), to: dayName(to) })

/** The kinds of amounts of a row, in the order in which they are shown. */
export const AMOUNT_KINDS = [
  'completed',
  'running',
  'quoted',
  'uncertain',
  'unconfirmed',
  'refunded',
] as const

/** Path to the jobs of a row. */
export const rowPath = (view: SpendView, key: string): string =>
  viewPath(view).replace('?', '/jobs?') + `&key=${encodeURIComponent(key)}`

/** Path to a row's details: a day by model, a batch in the queue, a collection in the gallery. */
export function rowLink(by: SpendBy, key: string): { path: string; label: string } | null {
  if (by === 'day')
    return {
      path: viewPath({ period: { from: key, to: key }, by: 'model' }),
      label: t('spend.show_models'),
    }
  if (key === '') return null
  if (by === 'batch') return { path: `queue/${encodeURIComponent(key)}`, label: t('spend.show_queue') }
  if (by !== 'collection') return null
  return { path: collectionPath(key), label: t('spend.show_gallery') }
}

/**
 * Path to the starred results of a row. For the row without a collection or batch, which no filter can express, it leads to all
 * starred results of the period.
 */
export function starredPath({ by, from, to }: Pick<SpendReport, 'by' | 'from' | 'to'>, key: string): string {
  const [first, last] = by === 'day' ? [key, key] : [from, to]
  const date = { min: startOfDay(parseDay(first)), max: endOfDay(parseDay(last)) }
  const conditions: Condition[] = [
    { field: 'starred', is: true },
    { field: 'date', is: true, ...date },
  ]
  const field = by === 'task' ? 'operation' : by
  if (field !== 'day' && key !== '') conditions.push({ field, is: true, values: [key] })
  return `gallery${viewQuery({ filter: filterBy(...conditions), sort: NEWEST_FIRST })}`
}

/** Name of a row; a null key is the sum of the rows that are not listed. */
export function rowLabel(by: SpendBy, { key, label }: { key: string | null; label: string | null }): string {
  if (key === null) return t('spend.others')
  if (by === 'day') return dayName(key)
  if (key === '' && by === 'batch') return t('spend.no_batch')
  if (key === '' && by === 'collection') return t('spend.no_collection')
  return label ?? t('spend.no_name')
}

/** The row whose jobs were opened last; it gets the focus when the user returns to the report. */
export const lastRow: { key: string | null } = { key: null }

/** Nano-dollars in a millionth of a dollar. */
const NANO_PER_MICRO = 1000

/** Completed amount per starred result in nano-dollars, rounded to a millionth of a dollar; null without starred results. */
export const pricePerStarred = ({ completed, starred }: SpendSums): number | null =>
  starred > 0 ? Math.round(completed.amount / starred / NANO_PER_MICRO) * NANO_PER_MICRO : null
