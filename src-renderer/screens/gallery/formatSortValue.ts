import type { LibrarySort } from '../../../src-preload/contract/types/filter.ts'
import { formatShortMoney } from '../../../src-preload/shared/formatMoney.ts'
import { t } from '../../i18n/t.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { formatDuration } from '../../lib/time.ts'

const FORMATS = { price: formatShortMoney, duration: formatDuration, size: formatBytes }

/** A value that results are sorted by, as text; null is a missing one. */
export const formatSortValue = (by: Exclude<LibrarySort['by'], 'date'>, value: number | null): string =>
  value === null ? t('gallery.no_value') : FORMATS[by](value)
