import type { LearntLimit } from '../../../src-preload/contract/types/queue.ts'
import { t } from '../../i18n/t.ts'
import { formatMoment } from '../../lib/time.ts'

const rounded = (value: number): string =>
  value.toLocaleString(undefined, { maximumFractionDigits: value < 10 ? 1 : 0 })

/** Texts about a rate limit: the rest of the daily quota, the rate, and the end of a wait; may be empty. */
export function limitText({ rate, dayLimit, dayUsed, waitsUntil }: LearntLimit): string[] {
  const left =
    dayLimit === null
      ? null
      : t('settings.limits_left', { left: Math.max(0, dayLimit - (dayUsed ?? 0)), limit: dayLimit })
  const pace =
    rate === null
      ? null
      : rate >= 2
        ? t('settings.limits_second', { rate: rounded(rate) })
        : t('settings.limits_minute', { rate: rounded(rate * 60) })
  const waits = waitsUntil === null ? null : t('settings.limits_waits', { time: formatMoment(waitsUntil) })
  return [left, pace, waits].filter((text) => text !== null)
}
