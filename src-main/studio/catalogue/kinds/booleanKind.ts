import { baseOf } from './baseOf.ts'
import type { Kind } from './Kind.ts'

export const booleanKind: Kind<'boolean'> = {
  build(row, record) {
    const { key, value } = row.default
    const told = key !== undefined && Object.hasOwn(record.defaults, key) ? record.defaults[key] : undefined
    const start = typeof told === 'boolean' ? told : value
    return { field: { ...baseOf(row), kind: 'boolean' }, defaults: { [row.name]: start } }
  },

  check(field, values) {
    const value = values[field.name]
    if (value === undefined || value === null)
      return field.required ? [{ field: field.name, code: 'required' }] : []
    return typeof value === 'boolean' ? [] : [{ field: field.name, code: 'wrong_kind' }]
  },

  say: (value) => (value === true ? 'Yes' : 'No'),

  fit(field, values) {
    const value = values[field.name]
    return typeof value === 'boolean' ? { [field.name]: value } : {}
  },
}
