import { t } from '../../../../i18n/t.ts'
import { dayOfTime } from '../../../../../src-preload/shared/calendar.ts'
import { createDateFormat } from '../../../../lib/format/time.ts'

const dayFormat = createDateFormat({ weekday: 'long', day: 'numeric', month: 'long' })
const dayWithYearFormat = createDateFormat({
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** "Today", "Yesterday", "Tuesday, 17 November", with the year if it is not the current one. */
export function formatDay(time: number, now: number): string {
  const age = dayOfTime(now) - dayOfTime(time)
  if (age === 0) return t('gallery.today')
  if (age === 1) return t('gallery.yesterday')
  return new Date(time).getFullYear() === new Date(now).getFullYear()
    ? dayFormat.format(time)
    : dayWithYearFormat.format(time)
}
