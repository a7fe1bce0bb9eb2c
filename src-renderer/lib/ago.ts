import { t } from '../i18n/t.ts'
import { formatMoment } from './time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** "just now", "2 min ago", "3 h ago", or the date if it is more than a day ago or in the future. */
export function ago(at: number, now: number): string {
  const age = now - at
  // A new event may be later than the last update of the current time.
  if (age < -MINUTE || age >= 24 * HOUR) return formatMoment(at)
  if (age < MINUTE) return t('balance.just_now')
  if (age < HOUR) return t('balance.minutes_ago', { count: Math.floor(age / MINUTE) })
  return t('balance.hours_ago', { count: Math.floor(age / HOUR) })
}
