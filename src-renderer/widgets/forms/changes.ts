import type { Form, Reset, Values } from '../../../src-preload/contract/types/form.ts'
import { isEmptyValue } from '../../../src-preload/shared/values/isEmptyValue.ts'
import { entryNames } from '../../../src-preload/shared/values/entryNames.ts'
import { isSame } from '../../../src-preload/shared/values/enteredValues.ts'
import { truncate } from '../../../src-preload/shared/truncate.ts'
import { t } from '../../i18n/t.ts'
import { optionLabel } from './formValues.ts'

/** Values in a form; both are shown in the form's own words. */
interface FormWithValues {
  form: Form
  values: Values
}

/** The resets that change what was shown, with the labels of the form that showed it. */
export const visibleResets = (resets: readonly Reset[], shown: FormWithValues): Reset[] =>
  resets
    .filter(({ field, to }) => !isSame(shown.values[field], to))
    .map(({ fromText, ...reset }) => {
      const from = shown.values[reset.field] ?? reset.from
      const label =
        optionLabel(shown.form, reset.field, from) ?? (isSame(from, reset.from) ? fromText : undefined)
      return { ...reset, from, ...(label !== undefined && { fromText: label }) }
    })

/** What differs between the values of two forms, in the order of their fields; seeds are left out. */
export function changesBetween(before: FormWithValues, after: FormWithValues): Reset[] {
  const known = new Set(after.form.fields.map(({ name }) => name))
  const fields = [...after.form.fields, ...before.form.fields.filter(({ name }) => !known.has(name))]
  return fields.flatMap((field): Reset[] => {
    if (field.kind === 'seed') return []
    if (field.kind === 'size') {
      const [from, to] = [sizeOf(before.values), sizeOf(after.values)]
      return from === to ? [] : [toReset(field.name, field.label, from, to)]
    }
    return entryNames(field).flatMap((entry) => {
      const [from, to] = [before.values[entry] ?? null, after.values[entry]]
      if (isSame(from, to) || (isEmptyValue(from) && isEmptyValue(to))) return []
      const label = entry === 'lang' || entry === 'voice' ? t(ENTRY_LABELS[entry]) : field.label
      return [toReset(entry, label, from, to, optionLabel(before.form, entry, from))]
    })
  })
}

const ENTRY_LABELS = { lang: 'speech.language', voice: 'speech.voice' } as const

function sizeOf({ width, height }: Values): string | null {
  if (typeof width !== 'number' || typeof height !== 'number') return null
  return t('result.size', { width: String(width), height: String(height) })
}

const toReset = (
  field: string,
  label: string,
  from: Value,
  to: Value | undefined,
  fromText?: string,
): Reset => ({
  field,
  label,
  from,
  ...(fromText !== undefined && { fromText }),
  ...(!isEmptyValue(to) && { to }),
})

/**
 * What happened to one entry, with both values: "Steps 20 instead of 8". `form`: the form afterwards; `isKept`: whether the draft keeps
 * what it has no field for.
 */
export function changeText(
  form: Form,
  { field, label, from, fromText, to }: Reset,
  { isKept = false } = {},
): string {
  if (to === undefined)
    return t(isKept ? 'changes.kept' : 'changes.removed', { label, model: form.model.name })
  const toText = valueText(form, field, to)
  if (isEmptyValue(from)) return t('changes.added', { label, to: toText })
  return t('changes.replaced', { label, from: fromText ?? valueText(form, field, from), to: toText })
}

type Value = Values[string]

/** Longer values are truncated to this many characters. */
const MAX_LENGTH = 40

/** A value as text: the label of an option, the number of files, or the value itself. */
function valueText(form: Form, entry: string, value: Value): string {
  const text = optionLabel(form, entry, value) ?? displayText(value)
  return text.length > MAX_LENGTH ? `${truncate(text, MAX_LENGTH - 1)}…` : text
}

function displayText(value: Value): string {
  if (typeof value === 'boolean') return t(value ? 'create.yes' : 'create.no')
  if (isEmptyValue(value)) return ''
  // A value such as `voice_clone` is a term of the service.
  if (typeof value === 'string') return /^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value
  if (!Array.isArray(value)) return JSON.stringify(value)
  // A list of strings holds file ids, which mean nothing to the user.
  if (value.length > 0 && value.every((item) => typeof item === 'string'))
    return t('create.files_count', { count: value.length })
  return value.map((item) => displayText(nameOf(item))).join(', ')
}

const nameOf = (value: Value): Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value['name'] ?? value) : value
