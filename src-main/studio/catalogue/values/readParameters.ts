import type { Values } from '../../../../src-preload/contract/types/form.ts'

type Json = Values[string]

interface Parameter {
  /** Of the row as it stands, from 0. */
  index: number
  name: string
  /** Whether `name` can be one. */
  isName: boolean
  /** The value as it was typed. */
  text: string
  /** Undefined where the text is no JSON, or too much of it. */
  json: Json | undefined
}

const NAME = /^[a-z][\w.-]{0,99}$/i
const LONGEST = 20_000
const DEEPEST = 20

/** The rows of "More parameters" that have anything in them; null where the value is no such list. */
export function readParameters(value: Json): Parameter[] | null {
  if (!Array.isArray(value)) return null
  const rows: Parameter[] = []
  for (const [index, row] of value.entries()) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return null
    const { name, value: text } = row
    if (typeof name !== 'string' || typeof text !== 'string') return null
    if (name.trim() === '' && text.trim() === '') continue
    const plain = name.trim()
    rows.push({ index, name: plain, isName: NAME.test(plain), text: text.trim(), json: parsed(text) })
  }
  return rows
}

function parsed(text: string): Json | undefined {
  if (text.length > LONGEST) return undefined
  try {
    const json: Json = JSON.parse(text)
    return isShallow(json, DEEPEST) ? json : undefined
  } catch {
    return undefined
  }
}

const isShallow = (value: Json, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}
