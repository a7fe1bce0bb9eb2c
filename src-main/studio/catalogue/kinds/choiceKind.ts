import type { ModelRecord } from '../../models/ModelRecord.ts'
import type { ChoiceRow } from '../Operation.ts'
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

  fit(field, values) {
    const option = field.options.find(({ value }) => value === values[field.name])
    return option ? { [field.name]: option.value } : {}
  },
}

function optionsOf(row: ChoiceRow, record: ModelRecord) {
  const list =
    row.list !== undefined && Object.hasOwn(record.lists, row.list) ? (record.lists[row.list] ?? []) : []
  if (list.length === 0) return [...row.options]
  const known = new Map(row.options.map((option) => [option.value, option.label]))
  return [...new Set(list)].map((value) => ({ value, label: known.get(value) ?? String(value) }))
}
