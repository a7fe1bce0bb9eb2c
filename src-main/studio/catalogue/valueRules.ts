import type { Values, Condition } from '../../../src-preload/contract/types/form.ts'

type Entry = Values[string] | undefined

/** Whether two values are deeply equal, regardless of the order of object keys. */
export const isSameValue = (a: Entry, b: Entry): boolean =>
  a === b ||
  (a !== undefined && b !== undefined && JSON.stringify(sortedKeys(a)) === JSON.stringify(sortedKeys(b)))

type Json = Values[string]

/** The same JSON value with the keys of every object sorted. */
export function sortedKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortedKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortedKeys(inner)]))
}

/** Whether all conditions hold. `values` must be complete, with defaults and constants. */
export const doConditionsHold = (conditions: readonly Condition[], values: Values): boolean =>
  conditions.every(({ field, is }) => {
    const value = Object.hasOwn(values, field) ? values[field] : undefined
    return is.some((allowed) => allowed === value)
  })
