import type { Values } from '../../../src-preload/contract/types/form.ts'
import { t } from '../../i18n/t.ts'
import { fieldWords } from './fieldWords.ts'

export interface RecipeRow {
  name: string
  label: string
  text: string
}

/** Known fields in the order a person reads them; all others follow in the recipe's own order. */
const ORDER = ['negative_prompt', 'width', 'height', 'steps', 'guidance', 'seed', 'loras']
/** Shown elsewhere: the prompt above the table. */
const APART = new Set(['prompt'])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? t('viewers.yes') : t('viewers.no')
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ')
  if (!isRecord(value)) return ''
  if ('name' in value && 'weight' in value) return `${textOf(value['name'])} · ${textOf(value['weight'])}`
  return JSON.stringify(value)
}

const place = (name: string): number => {
  const at = ORDER.indexOf(name)
  return at === -1 ? ORDER.length : at
}

/** What a result was made with, as labelled lines; width and height are one line, empty entries are none. */
export const recipeRows = (values: Values): RecipeRow[] => {
  const { width, height, ...rest } = values
  const sized = typeof width === 'number' && typeof height === 'number'
  const entries = Object.entries(sized ? { ...rest, width } : values).sort(([a], [b]) => place(a) - place(b))
  return entries.flatMap(([name, value]) => {
    if (APART.has(name)) return []
    if (sized && name === 'width')
      return [{ name: 'size', label: t('viewers.size'), text: `${width} × ${height}` }]
    const text = textOf(value)
    return text === '' ? [] : [{ name, label: fieldWords(name), text }]
  })
}
