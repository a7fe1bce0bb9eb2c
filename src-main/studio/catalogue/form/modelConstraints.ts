import type { ModelRecord } from '../../service/models/ModelRecord.ts'
import type { Range } from '../../../../src-preload/contract/types/form.ts'
import type { RangeRule } from '../Operation.ts'

/** Whether a model publishes any of the limits that a field requires. */
export const isPublished = (
  { published }: { published?: readonly string[] },
  { limits }: ModelRecord,
): boolean => published?.some((key) => Object.hasOwn(limits, key)) ?? true

/** Whether a model offers a feature. An unstated feature counts as offered, except with `onlyIfStated`. */
export function isOffered(
  { feature, onlyIfStated }: { feature?: string; onlyIfStated?: true },
  { features }: ModelRecord,
): boolean {
  if (feature === undefined) return true
  const stated = Object.hasOwn(features, feature) ? features[feature] : undefined
  return stated ?? !onlyIfStated
}

interface Entry {
  name: string
  wire?: Readonly<Record<string, string>>
  fromModel?: unknown
}

/** A model's default for an entry, by the row's key, its name in requests or its own name; undefined if there is none. */
export function modelDefault(
  { name, wire, fromModel }: Entry,
  { defaults }: ModelRecord,
  key?: string,
): ModelRecord['defaults'][string] | undefined {
  // Not sent unless the user changes it, so that the model applies its own default.
  if (fromModel !== undefined) return undefined
  const found = [key, wire?.[name], name].find(
    (candidate) => candidate !== undefined && Object.hasOwn(defaults, candidate),
  )
  return found === undefined ? undefined : defaults[found]
}

/** A model's default if it is a number or numeric text. */
export function numericDefault(stated: ModelRecord['defaults'][string] | undefined): number | undefined {
  const number = typeof stated === 'string' && stated.trim() !== '' ? Number(stated) : stated
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/**
 * The range that a model allows. Published limits override the row's bounds; invalid ones (not finite, not sane) are ignored and
 * reversed ones swapped. With a step, min and max are moved to multiples of it inside the range; a step without a multiple inside
 * the range is dropped.
 */
export function resolveRange(rule: RangeRule, record: ModelRecord, isInteger: boolean): Range & Ends {
  let { min, max } = endsOf(rule, record)
  if (isInteger) {
    const [up, down] = [Math.ceil(min), Math.floor(max)]
    // A range without an integer: use the nearest one rather than no field.
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

function endsOf({ limits, bounds, sane }: RangeRule, record: ModelRecord): Ends {
  // A minimum of zero means that there is none.
  const low = saneLimit(limits.min, record, { ...sane, min: Math.min(0, sane.min) })
  const high = saneLimit(limits.max, record, sane)
  if (low !== undefined && high !== undefined) return { min: Math.min(low, high), max: Math.max(low, high) }
  // A single published end overrides the row's opposite bound if it is beyond it.
  if (low !== undefined) return { min: low, max: Math.max(low, bounds.max) }
  if (high !== undefined) return { min: Math.min(high, bounds.min), max: high }
  return { min: bounds.min, max: bounds.max }
}

function stepOf({ limits, bounds, sane }: RangeRule, record: ModelRecord): number | undefined {
  const step = saneLimit(limits.step, record, { min: 1, max: sane.max })
  return step !== undefined && Number.isInteger(step) ? step : bounds.step
}

function saneLimit(key: string | undefined, record: ModelRecord, sane: Ends): number | undefined {
  if (key === undefined || !Object.hasOwn(record.limits, key)) return undefined
  const value = record.limits[key]
  return typeof value === 'number' && value >= sane.min && value <= sane.max ? value : undefined
}

const range = (min: number, max: number): Range & Ends =>
  min === max ? { min, max, fixed: min } : { min, max }

/** The nearest value that the range allows, an integer if `isInteger`. */
export function snapToRange(value: number, range: Range, isInteger = false): number {
  if (range.fixed !== undefined) return range.fixed
  const low = range.min ?? -Infinity
  const high = range.max ?? Infinity
  const step = range.step ?? (isInteger ? 1 : undefined)
  const snapped = step === undefined ? value : Number((Math.round(value / step) * step).toPrecision(12))
  return Math.min(Math.max(snapped, low), high)
}
