import type { ModelRecord } from '../../models/ModelRecord.ts'
import type { ChoiceRow } from '../Operation.ts'
import { isOffered } from '../isOffered.ts'
import { plainWords } from '../plainWords.ts'
import { baseOf } from './baseOf.ts'
import type { Kind } from './Kind.ts'

export const choiceKind: Kind<'choice'> = {
  build(row, record) {
    const options = optionsOf(row, record)
    if (options.length === 0) return null
    const { key, value } = row.default ?? {}
    const told = key !== undefined && Object.hasOwn(record.defaults, key) ? record.defaults[key] : undefined
    // Models name their default by value or by label (facts.md §2.2).
    const start =
      options.find((option) => option.value === told || option.label === told) ??
      options.find((option) => option.value === value) ??
      (row.required ? options[0] : undefined)
    return {
      field: { ...baseOf(row), kind: 'choice', options },
      defaults: start ? { [row.name]: start.value } : {},
    }
  },

  check(field, values) {
    const value = values[field.name]
    if (value === undefined || value === null || value === '')
      return field.required ? [{ field: field.name, code: 'required' }] : []
    return field.options.some((option) => option.value === value)
      ? []
      : [{ field: field.name, code: 'not_an_option' }]
  },

  say(value, { row }) {
    const words = plainWords(value)
    return row.options.find((option) => String(option.value) === words)?.label ?? words
  },

  fixed: (field) => {
    const [only, other] = field.options
    return field.required && only && !other ? { [field.name]: only.value } : {}
  },

  fit(field, values) {
    const option = field.options.find(({ value }) => value === values[field.name])
    return option ? { [field.name]: option.value } : {}
  },
}

function optionsOf(row: ChoiceRow, record: ModelRecord) {
  const list =
    row.list !== undefined && Object.hasOwn(record.lists, row.list) ? (record.lists[row.list] ?? []) : []
  const own = row.options.filter((option) => isOffered(option, record))
  // A model that offers none of them still works in the service's usual way, which comes first.
  const usual = own.length > 0 || !row.required ? own : row.options.slice(0, 1)
  const known = new Map(row.options.map((option) => [String(option.value), option]))
  const numeric = row.options.some(({ value }) => typeof value === 'number')
  const named = list.filter((value) => String(value).trim() !== '')
  const told = [...new Set(named.map((value) => (numeric ? Number(value) : value)))]
    .filter((value) => !Number.isNaN(value))
    .map((value) => ({ value, label: known.get(String(value))?.label ?? String(value) }))
  return told.length > 0 ? told : usual.map(({ value, label }) => ({ value, label }))
}
