import type { ModelRecord } from '../../models/ModelRecord.ts'
import type { TextRow } from '../Operation.ts'
import { plainWords } from '../plainWords.ts'
import { resolveRange } from '../resolveRange.ts'
import { toldDefault } from '../toldDefault.ts'
import { baseOf } from './baseOf.ts'
import type { Kind } from './Kind.ts'

/** Length counts characters as people and databases do, not UTF-16 units. */
export const textKind: Kind<'text'> = {
  build(row, record) {
    const length = row.length && resolveRange(row.length, record, true)
    const start = defaultText(row, record)
    return {
      field: {
        ...baseOf(row),
        kind: 'text',
        multiline: row.multiline,
        ...(length && { minLength: length.min }),
        ...(length && Number.isFinite(length.max) && { maxLength: length.max }),
        ...(row.counter && { counter: true }),
        ...(row.special && { special: row.special }),
        ...(row.split && { split: true }),
      },
      defaults: start === undefined ? {} : { [row.name]: start },
    }
  },

  check(field, values) {
    const value = values[field.name]
    if (value === undefined || value === null)
      return field.required ? [{ field: field.name, code: 'required' }] : []
    if (typeof value !== 'string') return [{ field: field.name, code: 'wrong_kind' }]
    if (value.trim() === '') return field.required ? [{ field: field.name, code: 'required' }] : []
    const length = Array.from(value).length
    const { minLength: min, maxLength: max } = field
    if (min !== undefined && length < min)
      return [{ field: field.name, code: 'too_short', params: { min, length } }]
    if (max !== undefined && length > max)
      return [{ field: field.name, code: 'too_long', params: { max, length } }]
    return []
  },

  say: (value, { row: { special } }) => (special?.value === value ? special.label : plainWords(value)),

  /** Words are never cut: what is too long stays, and is said to be. */
  fit(field, values) {
    const value = values[field.name]
    return typeof value === 'string' ? { [field.name]: value } : {}
  },
}

function defaultText(row: TextRow, record: ModelRecord): string | undefined {
  // What is asked for in words is the user's to say.
  if (row.required && !row.default) return undefined
  const told = toldDefault(row, record, row.default?.key)
  const own = row.required ? row.default?.value : undefined
  return typeof told === 'string' && told.trim() !== '' && !isPlaceholder(told, row.label) ? told : own
}

/** "Negative prompt" or "Enter your negative prompt…" as the default of just that field is no default (facts.md §2.2). */
function isPlaceholder(text: string, label: string): boolean {
  const words = (of: string) =>
    of
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.join(' ') ?? ''
  return (
    words(text)
      .replace(/^(enter|type|write|add) /, '')
      .replace(/^(a|the|your) /, '')
      .replace(/ here$/, '') === words(label)
  )
}
