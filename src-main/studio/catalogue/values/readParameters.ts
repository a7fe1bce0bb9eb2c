import type { Values } from '../../../../src-preload/contract/types/form.ts'

type Json = Values[string]

interface Parameter {
  /** Index of the row in the form, from 0. */
  index: number
  name: string
  /** Whether `name` is a valid parameter name. */
  isName: boolean
  /** The value as the user typed it. */
  text: string
  /** Undefined if the text isn't valid JSON, or is too long or too deeply nested. */
  json: Json | undefined
}

const NAME_PATTERN = /^[a-z][\w.-]{0,99}$/i
const MAX_JSON_LENGTH = 20_000
const MAX_DEPTH = 20

/** The non-empty rows of "More parameters"; null if the value isn't a list of rows. */
export function readParameters(value: Json): Parameter[] | null {
  if (!Array.isArray(value)) return null
  const rows: Parameter[] = []
  for (const [index, row] of value.entries()) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return null
    const { name, value: text } = row
    if (typeof name !== 'string' || typeof text !== 'string') return null
    if (name.trim() === '' && text.trim() === '') continue
    const trimmedName = name.trim()
    rows.push({
      index,
      name: trimmedName,
      isName: NAME_PATTERN.test(trimmedName),
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
