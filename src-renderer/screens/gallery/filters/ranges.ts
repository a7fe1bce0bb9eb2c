import { dayOfTime, endOfDay, startOfDay } from '../../../../src-preload/shared/calendar.ts'
import { formatMoney, NANO_PER_DOLLAR } from '../../../../src-preload/shared/formatMoney.ts'
import { t } from '../../../i18n/t.ts'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { readDecimal } from '../../../../src-preload/shared/numbers/readNumber.ts'
import { createDateFormat, formatDuration } from '../../../lib/format/time.ts'
import { inPeriod, type RangeCondition, type RangeField } from '../../../widgets/library/libraryFilter.ts'

interface RangeFormat {
  /** A bound as text. */
  format: (value: number) => string
  /** Units of the condition per unit of the input: 1,000 for input in seconds, because a condition has milliseconds. */
  scale: number
  /** Bounds of the offered ranges, in units of the condition. */
  presets: readonly (readonly [min: number | null, max: number | null])[]
}

/** Units of the conditions: a megabyte in bytes, a second in ms. */
const MB = 1_000_000
const SECOND = 1000
const dayFormat = createDateFormat({ day: 'numeric', month: 'short', year: 'numeric' })

const RANGES: Record<RangeField, RangeFormat> = {
  rating: {
    format: (count) => t('filters.stars', { count }),
    scale: 1,
    presets: [
      [5, null],
      [4, null],
      [3, null],
      [2, null],
      [1, null],
      [0, 0],
    ],
  },
  price: {
    format: formatMoney,
    scale: NANO_PER_DOLLAR,
    presets: [
      [null, NANO_PER_DOLLAR / 100],
      [NANO_PER_DOLLAR / 20, null],
      [NANO_PER_DOLLAR / 10, null],
      [NANO_PER_DOLLAR / 2, null],
      [NANO_PER_DOLLAR, null],
    ],
  },
  duration: {
    format: formatDuration,
    scale: SECOND,
    presets: [
      [null, 10 * SECOND],
      [10 * SECOND, 60 * SECOND],
      [60 * SECOND, null],
      [600 * SECOND, null],
    ],
  },
  size: {
    format: formatBytes,
    scale: MB,
    presets: [
      [null, MB],
      [10 * MB, null],
      [100 * MB, null],
      [1000 * MB, null],
    ],
  },
  pixels: {
    format: (size) => t('filters.pixels_value', { size: String(size) }),
    scale: 1,
    presets: [
      [null, 1023],
      [1024, null],
      [2048, null],
      [4096, null],
    ],
  },
  date: { format: (time) => dayFormat.format(time), scale: 1, presets: [] },
  seed: { format: String, scale: 1, presets: [] },
}

const PERIODS = ['today', 'week', 'month', 'year'] as const

/** The ranges that the menu offers for a field. */
export function rangePresets(field: RangeField, now: number): RangeCondition[] {
  if (field === 'date') return PERIODS.map((period) => inPeriod(period, now))
  return RANGES[field].presets.map(([min, max]) => ({ field, is: true, min, max }))
}

/** The bounds of a condition as text: "at least $0.05", "last 7 days". */
export function rangeText({ field, min, max, period }: RangeCondition): string {
  if (period) return t(`filters.${period}`)
  if (field === 'rating') return ratingText(min, max)
  const { format } = RANGES[field]
  if (min === max && min !== null) return format(min)
  if (field === 'date' && min !== null && max !== null && dayOfTime(min) === dayOfTime(max))
    return format(min)
  if (min !== null && max !== null) return t('filters.between', { min: format(min), max: format(max) })
  if (min !== null) return t(field === 'date' ? 'filters.since' : 'filters.at_least', { min: format(min) })
  return t(field === 'date' ? 'filters.until' : 'filters.at_most', { max: format(max ?? 0) })
}

function ratingText(min: number | null, max: number | null): string {
  if (max === 0) return t('filters.unrated')
  if (min !== null && (min === max || min === 5)) return t('filters.stars', { count: min })
  if (max === null) return t('filters.stars_or_more', { count: min ?? 0 })
  if (min === null) return t('filters.stars_or_fewer', { count: max })
  return t('filters.between', { min, max: t('filters.stars', { count: max }) })
}

/** A bound as the text of an input: dollars, seconds, MB, or a day as `YYYY-MM-DD`. */
export function boundInput(field: RangeField, value: number | null): string {
  if (value === null) return ''
  if (field !== 'date') return String(value / RANGES[field].scale)
  const date = new Date(value)
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

const NUMBER = /^\d{1,15}(?:\.\d{1,9})?$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The inputs' texts as a condition; undefined if they are empty or invalid. */
export function readRangeInputs(
  field: RangeField,
  [from, to]: readonly [string, string],
  is: boolean,
): RangeCondition | undefined {
  const min = readInput(field, from.trim(), 'from')
  const max = readInput(field, to.trim(), 'to')
  if (min === undefined || max === undefined || (min === null && max === null)) return undefined
  if (min !== null && max !== null && min > max) return undefined
  return { field, is, min, max }
}

function readInput(field: RangeField, text: string, end: 'from' | 'to'): number | null | undefined {
  if (text === '') return null
  if (field === 'date') {
    const day = DAY.test(text) ? dayOfTime(new Date(`${text}T12:00:00`).getTime()) : NaN
    return Number.isNaN(day) ? undefined : end === 'from' ? startOfDay(day) : endOfDay(day)
  }
  const number = readDecimal(text)
  if (number === undefined || !NUMBER.test(number)) return undefined
  return Math.round(Number(number) * RANGES[field].scale)
}
