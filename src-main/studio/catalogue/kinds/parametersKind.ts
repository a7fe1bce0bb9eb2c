import type { Issue } from '../../../../src-preload/contract/types/problem.ts'
import { plainText } from '../values/plainText.ts'
import { readParameters } from '../values/readParameters.ts'
import { baseField, type Kind } from './Kind.ts'

const MAX_ROWS = 50

/** Additional parameters that have no field: names and JSON values, sent unchanged. Empty rows are ignored. */
export const parametersKind: Kind<'parameters'> = {
  build: (row) => ({ field: { ...baseField(row), kind: 'parameters', taken: [] }, defaults: {} }),

  check(field, values) {
    const { name: fieldName, taken } = field
    const value = values[fieldName]
    if (value === undefined || value === null) return []
    const rows = readParameters(value)
    if (!rows) return [{ field: fieldName, code: 'wrong_kind' }]
    if (rows.length > MAX_ROWS) return [{ field: fieldName, code: 'too_many', params: { max: MAX_ROWS } }]
    const seen = new Set(taken)
    return rows.flatMap(({ index, name, isName, json }): Issue[] => {
      const issues: Issue[] = []
      if (!isName) issues.push({ field: fieldName, code: 'bad_name', params: { row: index + 1 } })
      else if (seen.has(name))
        issues.push({ field: fieldName, code: 'name_taken', params: { row: index + 1, entry: name } })
      if (json === undefined) issues.push({ field: fieldName, code: 'not_json', params: { row: index + 1 } })
      seen.add(name)
      return issues
    })
  },

  format(value) {
    const rows = readParameters(value)
    return rows ? rows.map(({ name, text }) => `${name}: ${text}`).join(', ') : plainText(value)
  },

  fit(field, values) {
    const value = values[field.name]
    return value !== undefined && readParameters(value) ? { [field.name]: value } : {}
  },
}
