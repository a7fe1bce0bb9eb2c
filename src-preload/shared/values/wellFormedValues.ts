import type { Values } from '../../contract/types/form.ts'

type Value = Values[string]

/**
 * The values without halves of surrogate pairs, which deleting a part of an emoji, a table or another program can leave behind. They are no
 * characters: JSON would send them as an escape sequence. U+FFFD takes their place, as in `String.toWellFormed`.
 */
export const wellFormedValues = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, wellFormed(value)]))

function wellFormed(value: Value): Value {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed()
  if (Array.isArray(value)) return value.map((item) => wellFormed(item))
  return typeof value === 'object' && value !== null ? wellFormedValues(value) : value
}
