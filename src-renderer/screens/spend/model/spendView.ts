import type { Period, SpendBy } from '../../../../src-preload/contract/types/spend.ts'

export const PERIODS = ['today', 'week', 'month', 'last_month', 'year', 'all'] as const
export const GROUPINGS: readonly SpendBy[] = ['day', 'model', 'task', 'connection', 'collection', 'batch']

/** The period and grouping of the report. */
export interface SpendView {
  period: Period
  by: SpendBy
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
export const isDay = (text: string | null): text is string =>
  text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text))

/** Parses the period and grouping from the URL: `#/spend?period=month&by=model`, `#/spend?from=2026-01-01&to=2026-01-31`. */
export function parseView(query: URLSearchParams): SpendView {
  const [from, to] = [query.get('from'), query.get('to')]
  const named = PERIODS.find((name) => name === query.get('period')) ?? 'month'
  return {
    period: isDay(from) && isDay(to) && from <= to ? { from, to } : named,
    by: GROUPINGS.find((name) => name === query.get('by')) ?? 'day',
  }
}

/** Path of a view; the inverse of `parseView`. */
export function viewPath({ period, by }: SpendView): string {
  const query = new URLSearchParams(typeof period === 'string' ? { period } : period)
  query.set('by', by)
  return `spend?${query}`
}
