import type { FieldOf, Values } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/issue.ts'
import type { ModelRecord } from '../../service/models/ModelRecord.ts'
import type { TextRow } from '../Operation.ts'
import { plainText, baseField, type FieldBehavior } from './FieldBehavior.ts'
import { resolveRange, modelDefault } from './modelConstraints.ts'

/** Lengths are counted in Unicode code points, not in UTF-16 units. */
export const textKind: FieldBehavior<'text'> = {
  build(row, record) {
    const length = row.length && resolveRange(row.length, record, true)
    const initialText = defaultText(row, record)
    return {
      field: {
        ...baseField(row),
        kind: 'text',
        multiline: row.multiline,
        ...(length && { minLength: length.min }),
        ...(length && Number.isFinite(length.max) && { maxLength: length.max }),
        ...(row.counter && { counter: true }),
        ...(row.special && { special: row.special }),
        ...(row.split && { split: true }),
        ...(row.maxTexts !== undefined && { several: row.maxTexts }),
        ...tokenLimitsOf(row, record),
      },
      defaults: initialText === undefined ? {} : { [row.name]: initialText },
    }
  },

  check(field, values) {
    const value = values[field.name]
    if (value === undefined || value === null)
      return field.required ? [{ field: field.name, code: 'required' }] : []
    const texts = textsOf(field, value)
    if (!texts) return [{ field: field.name, code: 'wrong_kind' }]
    if (texts.length > (field.several ?? 1))
      return [{ field: field.name, code: 'too_many', params: { max: field.several ?? 1 } }]
    if (texts.length === 0) return field.required ? [{ field: field.name, code: 'required' }] : []
    for (const text of texts) {
      const issue = issueOf(field, text, texts.length > 1)
      if (issue) return [issue]
    }
    const { maxTotalTokens: max } = field
    if (max === undefined) return []
    const length = minTokens(texts.reduce((sum, text) => sum + countCodePoints(text), 0))
    return length > max ? [{ field: field.name, code: 'too_many_tokens', params: { max, length } }] : []
  },

  format(value, { row: { special } }) {
    if (Array.isArray(value)) return value.map(plainText).filter(Boolean).join('\n\n')
    return special?.value === value ? special.label : plainText(value)
  },

  /** Never truncates text: a text that is too long is kept and reported. */
  fit(field, values) {
    const value = values[field.name]
    return value !== undefined && textsOf(field, value) ? { [field.name]: value } : {}
  },
}

/** The texts of a value; null when the field doesn't accept it. */
function textsOf({ several }: FieldOf<'text'>, value: Values[string]): string[] | null {
  if (typeof value === 'string') return [value]
  if (several === undefined || !Array.isArray(value)) return null
  const texts = value.filter((item) => typeof item === 'string')
  return texts.length === value.length ? texts : null
}

function issueOf(field: FieldOf<'text'>, text: string, isOneOfMany: boolean): Issue | null {
  const { name, required, minLength, maxLength, maxTokens } = field
  if (text.trim() === '') return required || isOneOfMany ? { field: name, code: 'required' } : null
  const length = countCodePoints(text)
  if (minLength !== undefined && length < minLength)
    return { field: name, code: 'too_short', params: { min: minLength, length } }
  if (maxLength !== undefined && length > maxLength)
    return { field: name, code: 'too_long', params: { max: maxLength, length } }
  const tokens = minTokens(length)
  if (maxTokens === undefined || tokens <= maxTokens) return null
  return { field: name, code: 'too_many_tokens', params: { max: maxTokens, length: tokens } }
}

/**
 * Average characters per token that no known tokenizer exceeds, so that the estimate never rejects a text that the service accepts.
 */
const MAX_CHARACTERS_PER_TOKEN = 16

/** The fewest tokens that a text of this length can have. */
const minTokens = (length: number): number => Math.ceil(length / MAX_CHARACTERS_PER_TOKEN)

const countCodePoints = (text: string): number => Array.from(text).length

function tokenLimitsOf({ tokenLimitKeys }: TextRow, { limits }: ModelRecord) {
  const limitOf = (key: string | undefined) =>
    key !== undefined && Object.hasOwn(limits, key) && Number(limits[key]) >= 1 ? limits[key] : undefined
  const [each, total] = [limitOf(tokenLimitKeys?.each), limitOf(tokenLimitKeys?.total)]
  return {
    ...(each !== undefined && { maxTokens: each }),
    ...(total !== undefined && { maxTotalTokens: total }),
  }
}

function defaultText(row: TextRow, record: ModelRecord): string | undefined {
  // A required text without a default of its own, such as the prompt, is always written by the user.
  if (row.required && !row.default) return undefined
  const stated = modelDefault(row, record, row.default?.modelKey)
  const rowDefault = row.required ? row.default?.value : undefined
  return typeof stated === 'string' && stated.trim() !== '' && !isPlaceholder(stated, row.label)
    ? stated
    : rowDefault
}

/** Some models state a placeholder such as "Enter your negative prompt…" as the default of a field (service.md §Models). */
function isPlaceholder(text: string, fieldLabel: string): boolean {
  const normalized = (label: string) =>
    label
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.join(' ') ?? ''
  return (
    normalized(text)
      .replace(/^(enter|type|write|add) /, '')
      .replace(/^(a|the|your) /, '')
      .replace(/ here$/, '') === normalized(fieldLabel)
  )
}

export const urlKind: FieldBehavior<'url'> = {
  build: (row) => ({
    field: { ...baseField(row), kind: 'url', httpsOnly: row.httpsOnly, maxLength: row.maxLength },
    defaults: {},
  }),

  check(field, values) {
    const { name, required, httpsOnly, maxLength: max } = field
    const value = values[name]
    if (value === undefined || value === null) return required ? [{ field: name, code: 'required' }] : []
    if (typeof value !== 'string') return [{ field: name, code: 'wrong_kind' }]
    const address = value.trim()
    if (address === '') return required ? [{ field: name, code: 'required' }] : []
    const length = countCodePoints(address)
    if (length > max) return [{ field: name, code: 'too_long', params: { max, length } }]
    // `URL` repairs `https:/host` and inner spaces, the service doesn't.
    if (!/^https?:\/\/[^\s/?#]\S*$/i.test(address) || !URL.canParse(address))
      return [{ field: name, code: 'not_a_url' }]
    return httpsOnly && !/^https:/i.test(address) ? [{ field: name, code: 'not_https' }] : []
  },

  fit(field, values) {
    const value = values[field.name]
    return typeof value === 'string' ? { [field.name]: value } : {}
  },
}
