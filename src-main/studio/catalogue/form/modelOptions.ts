import type { ModelRecord } from '../../service/models/ModelRecord.ts'

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
