import { parseBoolean } from '../../service/models/ModelRecord.ts'
import { modelDefault } from '../form/modelOptions.ts'
import { baseField, type Kind } from './Kind.ts'

export const booleanKind: Kind<'boolean'> = {
  build(row, record) {
    const own = row.required ? row.default?.value : undefined
    const start = parseBoolean(modelDefault(row, record, row.default?.key)) ?? own
    return {
      field: { ...baseField(row), kind: 'boolean' },
      defaults: start === undefined ? {} : { [row.name]: start },
    }
  },

  check(field, values) {
    const value = values[field.name]
    if (value === undefined || value === null)
      return field.required ? [{ field: field.name, code: 'required' }] : []
    return typeof value === 'boolean' ? [] : [{ field: field.name, code: 'wrong_kind' }]
  },

  format: (value) => (value === true ? 'Yes' : 'No'),

  fit(field, values) {
    const value = values[field.name]
    return typeof value === 'boolean' ? { [field.name]: value } : {}
  },
}
