import type { ModelRecord } from '../../models/ModelRecord.ts'

/** Whether a model publishes any of the limits that a field goes by. */
export const isPublished = (
  { published }: { published?: readonly string[] },
  { limits }: ModelRecord,
): boolean => published?.some((key) => Object.hasOwn(limits, key)) ?? true

/** Whether a model has a feature, as far as it says: only a plain false denies, unless silence does too. */
export function isOffered(
  { feature, unsaid }: { feature?: string; unsaid?: 'no' },
  { features }: ModelRecord,
): boolean {
  if (feature === undefined) return true
  const told = Object.hasOwn(features, feature) ? features[feature] : undefined
  return told ?? unsaid !== 'no'
}

interface Entry {
  name: string
  wire?: Readonly<Record<string, string>>
  fromModel?: unknown
}

/** A model's own default of an entry, under the key that the row names, its name on the wire or its own; undefined: it has none. */
export function toldDefault(
  { name, wire, fromModel }: Entry,
  { defaults }: ModelRecord,
  key?: string,
): ModelRecord['defaults'][string] | undefined {
  // Such a field is left to the model until it is changed.
  if (fromModel !== undefined) return undefined
  const found = [key, wire?.[name], name].find((one) => one !== undefined && Object.hasOwn(defaults, one))
  return found === undefined ? undefined : defaults[found]
}

/** A model's default if it is a number, or text that says one. */
export function defaultNumber(told: ModelRecord['defaults'][string] | undefined): number | undefined {
  const number = typeof told === 'string' && told.trim() !== '' ? Number(told) : told
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
