import { truthOf } from '../../models/truthOf.ts'
import { toldDefault } from '../form/modelOptions.ts'
import { baseOf, type Kind } from './Kind.ts'

export const booleanKind: Kind<'boolean'> = {
  build(row, record) {
    const own = row.required ? row.default?.value : undefined
    const start = truthOf(toldDefault(row, record, row.default?.key)) ?? own
    return {
      field: { ...baseOf(row), kind: 'boolean' },
      defaults: start === undefined ? {} : { [row.name]: start },
    }
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
