import type { Range } from '../../../../src-preload/contract/types/form.ts'
import type { ModelRecord } from '../../models/ModelRecord.ts'
import type { RangeRule } from '../Operation.ts'

/**
 * The range a model allows. Published limits win over the row's bounds; mistaken ones (not finite, beyond sense) are
 * ignored, reversed ones swapped. With a step, min and max are brought to multiples of it inside the range; a step that
 * has no multiple there is dropped.
 */
export function resolveRange(rule: RangeRule, record: ModelRecord, whole: boolean): Range & Ends {
  let { min, max } = ends(rule, record)
  if (whole) {
    const [up, down] = [Math.ceil(min), Math.floor(max)]
    // A range without a whole number in it: the nearest one, rather than no field.
    ;[min, max] = up <= down ? [up, down] : [down, down]
  }
  const step = stepOf(rule, record)
  if (step === undefined) return range(min, max)
  const first = Math.ceil(min / step) * step
  const last = Math.floor(max / step) * step
  return first <= last ? { ...range(first, last), step } : range(min, max)
}

interface Ends {
  min: number
  max: number
}

function ends({ limits, bounds, sane }: RangeRule, record: ModelRecord): Ends {
  // A least of zero says that there is none.
  const low = sensible(limits.min, record, { ...sane, min: Math.min(0, sane.min) })
  const high = sensible(limits.max, record, sane)
  if (low !== undefined && high !== undefined) return { min: Math.min(low, high), max: Math.max(low, high) }
  // One end alone may lie beyond the row's other bound: then that bound yields.
  if (low !== undefined) return { min: low, max: Math.max(low, bounds.max) }
  if (high !== undefined) return { min: Math.min(high, bounds.min), max: high }
  return { min: bounds.min, max: bounds.max }
}

function stepOf({ limits, bounds, sane }: RangeRule, record: ModelRecord): number | undefined {
  const step = sensible(limits.step, record, { min: 1, max: sane.max })
  return step !== undefined && Number.isInteger(step) ? step : bounds.step
}

function sensible(key: string | undefined, record: ModelRecord, sane: Ends): number | undefined {
  if (key === undefined || !Object.hasOwn(record.limits, key)) return undefined
  const value = record.limits[key]
  return typeof value === 'number' && value >= sane.min && value <= sane.max ? value : undefined
}

const range = (min: number, max: number): Range & Ends =>
  min === max ? { min, max, fixed: min } : { min, max }

/** The nearest value the range allows; whole where asked for. */
export function snapToRange(value: number, range: Range, whole = false): number {
  if (range.fixed !== undefined) return range.fixed
  const low = range.min ?? -Infinity
  const high = range.max ?? Infinity
  const step = range.step ?? (whole ? 1 : undefined)
  const snapped = step === undefined ? value : Number((Math.round(value / step) * step).toPrecision(12))
  return Math.min(Math.max(snapped, low), high)
}
