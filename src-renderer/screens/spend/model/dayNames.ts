import { t } from '../../../i18n/t.ts'

const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const long = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' })
const shortMonth = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' })

/** Local noon of a `YYYY-MM-DD`, which a clock change can't move to another day. */
const dateOf = (day: string): Date => new Date(`${day}T12:00:00`)

/** Names of a day, or of the month it begins. */
export const dayName = (day: string): string => long.format(dateOf(day))
export const monthName = (day: string): string => month.format(dateOf(day))
/** The same in short, for an axis. */
export const shortName = (day: string, unit: 'day' | 'month'): string =>
  (unit === 'day' ? short : shortMonth).format(dateOf(day))

/** "Sun, 1 November 2026 to Fri, 20 November 2026", or a single day. */
export const periodName = (from: string, to: string): string =>
  from === to ? dayName(from) : t('spend.span', { from: dayName(from), to: dayName(to) })
