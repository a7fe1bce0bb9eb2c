import type { ModelRecord } from '../models/ModelRecord.ts'

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
