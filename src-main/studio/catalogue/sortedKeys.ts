import type { Values } from '../../../src-preload/contract/types/form.ts'

type Json = Values[string]

/** The same JSON value with the keys of every object in order. */
export function sortedKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortedKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortedKeys(inner)]))
}
