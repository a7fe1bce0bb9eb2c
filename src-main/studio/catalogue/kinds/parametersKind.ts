import type { Issue } from '../../../../src-preload/contract/types/issue.ts'
import { plainText, baseField, type FieldBehavior } from './FieldBehavior.ts'
import type { Values } from '../../../../src-preload/contract/types/form.ts'

const MAX_ROWS = 50

/** Additional parameters that have no field: names and JSON values, sent unchanged. Empty rows are ignored. */
export const parametersKind: FieldBehavior<'parameters'> = {
  build: (row) => ({ field: { ...baseField(row), kind: 'parameters', taken: [] }, defaults: {} }),

  check(field, values) {
    const { name: fieldName, taken } = field
    const value = values[fieldName]
    if (value === undefined || value === null) return []
    const rows = readParameters(value)
    if (!rows) return [{ field: fieldName, code: 'wrong_kind' }]
    if (rows.length > MAX_ROWS) return [{ field: fieldName, code: 'too_many', params: { max: MAX_ROWS } }]
    const seen = new Set(taken)
    return rows.flatMap(({ index, name, hasValidName, json }): Issue[] => {
      const issues: Issue[] = []
      const row = index + 1
      if (!hasValidName) issues.push({ field: fieldName, code: 'bad_name', params: { row } })
      else if (seen.has(name))
        issues.push({ field: fieldName, code: 'name_taken', params: { row, entry: name } })
      if (json === undefined) issues.push({ field: fieldName, code: 'not_json', params: { row } })
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

type Json = Values[string]

interface ParameterRow {
  /** Index of the row in the form, from 0. */
  index: number
  name: string
  /** Whether `name` is a valid parameter name. */
  hasValidName: boolean
  /** The value as the user typed it. */
  text: string
  /** Undefined if the text isn't valid JSON, or is too long or too deeply nested. */
  json: Json | undefined
}

const NAME_PATTERN = /^[a-z][\w.-]{0,99}$/i
/** In characters. */
const MAX_JSON_LENGTH = 20_000
/** Levels of nested lists and objects. */
const MAX_DEPTH = 20

/** The non-empty rows of "More parameters"; null if the value isn't a list of rows. */
export function readParameters(value: Json): ParameterRow[] | null {
  if (!Array.isArray(value)) return null
  const rows: ParameterRow[] = []
  for (const [index, row] of value.entries()) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return null
    const { name, value: text } = row
    if (typeof name !== 'string' || typeof text !== 'string') return null
    if (name.trim() === '' && text.trim() === '') continue
    const trimmedName = name.trim()
    rows.push({
      index,
      name: trimmedName,
      hasValidName: NAME_PATTERN.test(trimmedName),
      text: text.trim(),
      json: parseJson(text),
    })
  }
  return rows
}

function parseJson(text: string): Json | undefined {
  if (text.length > MAX_JSON_LENGTH) return undefined
  try {
    const json: Json = JSON.parse(text)
    return isShallow(json, MAX_DEPTH) ? json : undefined
  } catch {
    return undefined
  }
}

const isShallow = (value: Json, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}
