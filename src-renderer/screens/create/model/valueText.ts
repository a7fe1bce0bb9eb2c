import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { fieldOf } from '../../../widgets/forms/formValues.ts'

type Value = Values[string]

const LONGEST = 40

/** A value as the user would say it: by the label of the choice it is, files by their number. */
export function valueText(form: Form, entry: string, value: Value): string {
  const text = labelOf(form, entry, value) ?? plain(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}

/** The label a form has for a value that is chosen from a list. */
export function labelOf(form: Form, entry: string, value: Value): string | undefined {
  const field = fieldOf(form, entry)
  if (field?.kind === 'choice') return field.options.find((option) => option.value === value)?.label
  if (field?.kind !== 'voice') return undefined
  const all = entry === 'lang' ? field.languages : field.languages.flatMap(({ voices }) => voices)
  return all.find((option) => option.value === value)?.label
}

function plain(value: Value): string {
  if (typeof value === 'boolean') return t(value ? 'create.yes' : 'create.no')
  if (typeof value === 'string') return /^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value
  if (!Array.isArray(value)) return JSON.stringify(value)
  // Only files are lists of bare names, and those names are the library's own.
  if (value.length > 0 && value.every((one) => typeof one === 'string'))
    return t('create.files_count', { count: value.length })
  return value.map((one) => plain(nameOf(one))).join(', ')
}

const nameOf = (value: Value): Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value['name'] ?? value) : value
