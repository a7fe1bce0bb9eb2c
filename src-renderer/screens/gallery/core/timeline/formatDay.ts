import { t } from '../../../../i18n/t.ts'
import { createDateFormat, dayKey } from '../../../../lib/format/time.ts'

const dayFormat = createDateFormat({ weekday: 'long', day: 'numeric', month: 'long' })
const dayWithYearFormat = createDateFormat({
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** "Today", "Yesterday", "Tuesday, 17 November", with the year if it is not the current one. */
export function formatDay(time: number, now: number): string {
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  if (dayKey(time) === dayKey(now)) return t('gallery.today')
  if (dayKey(time) === dayKey(yesterday.getTime())) return t('gallery.yesterday')
  return new Date(time).getFullYear() === new Date(now).getFullYear()
    ? dayFormat.format(time)
    : dayWithYearFormat.format(time)
}
