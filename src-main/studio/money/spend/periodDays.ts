import type { Period } from '../../../../src-preload/contract/types/spend.ts'
import { addDays, monthBefore } from './calendar.ts'

/** The first and last day of a period; null for an open period. */
export function periodDays(period: Period, today: string): { from: string | null; to: string | null } {
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case 'week':
      return { from: addDays(today, -6), to: today }
    case 'month':
      return { from: `${today.slice(0, 7)}-01`, to: today }
    case 'last_month':
      return { from: monthBefore(today), to: addDays(`${today.slice(0, 7)}-01`, -1) }
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today }
    case 'all':
      return { from: null, to: null }
    default:
      return period
  }
}
