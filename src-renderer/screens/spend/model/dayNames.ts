import { t } from '../../../i18n/t.ts'

const shortDayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const dayFormat = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' })
const shortMonthFormat = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' })

/** Local noon of a `YYYY-MM-DD`, which a clock change can't move to another day. */
const parseDay = (day: string): Date => new Date(`${day}T12:00:00`)

export const dayName = (day: string): string => dayFormat.format(parseDay(day))
/** Name of the month that a day begins. */
export const monthName = (day: string): string => monthFormat.format(parseDay(day))
/** Short name of a day or month, for an axis. */
export const shortName = (day: string, unit: 'day' | 'month'): string =>
  (unit === 'day' ? shortDayFormat : shortMonthFormat).format(parseDay(day))

/** "Sun, 1 November 2026 to Fri, 20 November 2026", or a single day. */
export const periodName = (from: string, to: string): string =>
  from === to ? dayName(from) : t('spend.span', { from: dayName(from), to: dayName(to) })
