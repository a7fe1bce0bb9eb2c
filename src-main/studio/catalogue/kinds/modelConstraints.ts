import type { ModelRecord } from '../../service/models/ModelRecord.ts'
import { multiplesWithin } from '../../../../src-preload/shared/values/numberRules.ts'
import type { Range } from '../../../../src-preload/contract/types/form.ts'
import type { RangeRule } from '../Operation.ts'

/** Whether a model publishes one of the limits without which a field is hidden. */
export const hasRequiredLimit = (
  { shownWithLimits }: { shownWithLimits?: readonly string[] },
  { limits }: ModelRecord,
): boolean => shownWithLimits?.some((key) => Object.hasOwn(limits, key)) ?? true

/** Whether a model offers a feature. An unstated feature counts as offered, except with `hiddenIfUnstated`. */
export function isOffered(
  { feature, hiddenIfUnstated }: { feature?: string; hiddenIfUnstated?: true },
  { features }: ModelRecord,
): boolean {
  if (feature === undefined) return true
  const stated = Object.hasOwn(features, feature) ? features[feature] : undefined
  return stated ?? !hiddenIfUnstated
}

interface EntryRow {
  name: string
  wire?: Readonly<Record<string, string>>
  fromModel?: unknown
}

/**
 * A model's default for an entry, by the row's key in `info.defaults`, its name in requests or its own name; undefined if there is none.
 */
export function modelDefault(
  { name, wire, fromModel }: EntryRow,
  { defaults }: ModelRecord,
  modelKey?: string,
): ModelRecord['defaults'][string] | undefined {
  // Not sent unless the user changes it, so that the model applies its own default.
  if (fromModel !== undefined) return undefined
  const found = [modelKey, wire?.[name], name].find(
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
 * The range that a model allows. Published limits override the documented bounds. Implausible limits are ignored, and a minimum above
 * the maximum is swapped with it. With a step, min and max are moved inwards to multiples of it. A step without a multiple
 * inside the range is dropped.
 */
export function resolveRange(rule: RangeRule, record: ModelRecord, isInteger: boolean): Range & Bounds {
  let { min, max } = boundsOf(rule, record)
  if (isInteger) {
    const [firstInteger, lastInteger] = [Math.ceil(min), Math.floor(max)]
    // A range without an integer allows the nearest one below, because the field must have a valid value.
    ;[min, max] = firstInteger <= lastInteger ? [firstInteger, lastInteger] : [lastInteger, lastInteger]
  }
  const step = stepOf(rule, record)
  if (step === undefined) return range(min, max)
  const { first, last } = multiplesWithin(min, max, step)
  return first <= last ? { ...range(first, last), step } : range(min, max)
}

interface Bounds {
  min: number
  max: number
}

function boundsOf({ limitKeys, documentedBounds, plausible }: RangeRule, record: ModelRecord): Bounds {
  // Small published minimums are accepted even where `plausible` starts higher: zero means that the model has no minimum.
  const low = plausibleLimit(limitKeys.min, record, { ...plausible, min: Math.min(0, plausible.min) })
  const high = plausibleLimit(limitKeys.max, record, plausible)
  if (low !== undefined && high !== undefined) return { min: Math.min(low, high), max: Math.max(low, high) }
  // If only one limit is published and it lies beyond the opposite documented bound, that bound moves to it.
  if (low !== undefined) return { min: low, max: Math.max(low, documentedBounds.max) }
  if (high !== undefined) return { min: Math.min(high, documentedBounds.min), max: high }
  return { min: documentedBounds.min, max: documentedBounds.max }
}

function stepOf(
  { limitKeys, documentedBounds, plausible }: RangeRule,
  record: ModelRecord,
): number | undefined {
  const step = plausibleLimit(limitKeys.step, record, { min: 1, max: plausible.max })
  return step !== undefined && Number.isInteger(step) ? step : documentedBounds.step
}

function plausibleLimit(key: string | undefined, record: ModelRecord, plausible: Bounds): number | undefined {
  if (key === undefined || !Object.hasOwn(record.limits, key)) return undefined
  const value = record.limits[key]
  return typeof value === 'number' && value >= plausible.min && value <= plausible.max ? value : undefined
}

const range = (min: number, max: number): Range & Bounds =>
  min === max ? { min, max, fixed: min } : { min, max }
