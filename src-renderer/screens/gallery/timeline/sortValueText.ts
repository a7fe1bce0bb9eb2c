import type { LibrarySort } from '../../../../src-preload/contract/types/filter.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { t } from '../../../i18n/t.ts'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { formatDuration } from '../../../lib/format/time.ts'

type ValueSort = Exclude<LibrarySort['by'], 'date'>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const roundTo = (value: number, unit: number): number => Math.round(value / unit) * unit

const EXACT = { price: formatMoney, duration: formatDuration, size: formatBytes }
const SHORT = {
  /** Two significant digits. */
  price: (nano: number) => formatMoney(roundTo(nano, 10 ** Math.max(0, String(nano).length - 2))),
  /** Only the largest unit. */
  duration: (ms: number) =>
    formatDuration(ms < MINUTE_MS ? ms : roundTo(ms, ms < HOUR_MS ? MINUTE_MS : HOUR_MS)),
  size: formatBytes,
}

/** A value that results are sorted by, as text; null is a missing one. */
export const sortValueText = (by: ValueSort, value: number | null): string =>
  value === null ? t('gallery.no_value') : EXACT[by](value)

/** The same, rounded to fit beside the rail. */
export const shortSortValueText = (by: ValueSort, value: number | null): string =>
  value === null ? t('gallery.no_value') : SHORT[by](value)
