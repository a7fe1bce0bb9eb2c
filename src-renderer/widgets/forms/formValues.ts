import { randomSeed } from '../../../src-preload/shared/values/numberRules.ts'
import { isEmptyValue } from '../../../src-preload/shared/values/isEmptyValue.ts'
import { entryNames } from '../../../src-preload/shared/values/entryNames.ts'
import type { Field, Form, Values } from '../../../src-preload/contract/types/form.ts'

/** The field of an entry. The service also names parts of an entry: `loras.0.weight` belongs to `loras`. */
export function findField(form: Form, entry: string): Field | undefined {
  const [stem = entry] = entry.split(/[.[]/)
  return form.fields.find((field) => field.name === stem || entryNames(field).includes(stem))
}

/**
 * The values to send: only entries of this form, with fixed values, without empty entries, and only the chosen one of
 * mutually exclusive fields. An entry that the user cleared is null if it has a default, because the default would replace a
 * missing one.
 */
export function valuesToSend(form: Form, values: Values, picked: readonly string[] = []): Values {
  const sent: Values = {}
  for (const field of form.fields.filter((field) => isChosen(form, field, values, picked)))
    for (const entry of entryNames(field)) {
      const fixed = fixedValue(field, entry)
      const value = fixed ?? values[entry]
      if (value === undefined) continue
      if (!isEmptyValue(value)) sent[entry] = value
      else if (form.defaults[entry] !== undefined) sent[entry] = null
    }
  return sent
}

function fixedValue(field: Field, entry: string): number | undefined {
  if (field.kind === 'size') return entry === 'width' ? field.width.fixed : field.height.fixed
  return field.kind === 'integer' || field.kind === 'number' ? field.fixed : undefined
}

/** Completes the values of a draft for a form: adds missing defaults and seeds. */
export function addDefaultsAndSeeds(
  form: Form,
  values: Values,
  newSeed: (min: number, max: number) => number,
): Values {
  const completed: Values = { ...form.defaults, ...values }
  for (const field of form.fields)
    if (field.kind === 'seed' && completed[field.name] === undefined)
      completed[field.name] = newSeed(field.min, field.max)
  return completed
}

/** Whether `addDefaultsAndSeeds` would change nothing. */
export const isComplete = (form: Form, values: Values | undefined): boolean => {
  const seeds = form.fields.filter((field) => field.kind === 'seed').map((field) => field.name)
  const entries = [...Object.keys(form.defaults), ...seeds]
  return entries.every((entry) => values?.[entry] !== undefined)
}

/** Entries with a value that the form has no field for. */
export function unknownEntries(form: Form, values: Values): string[] {
  const known = new Set(form.fields.flatMap(entryNames))
  return Object.keys(values).filter((entry) => !known.has(entry) && !isEmptyValue(values[entry]))
}

/** A cryptographically random seed within a field's range: positive, and at most 2^31 - 1. */
export function randomSeedIn(lowest: number, highest: number): number {
  const [a = 0, b = 0] = crypto.getRandomValues(new Uint32Array(2))
  return randomSeed(() => (a * 2 ** 21 + (b >>> 11)) / 2 ** 53, lowest, highest)
}

/** The one of mutually exclusive fields that is shown: the last picked, otherwise one with a value, otherwise the first. */
export function chosenField(
  form: Form,
  group: string,
  values: Values | undefined,
  picked: readonly string[],
): Field | undefined {
  const fields = form.fields.filter((field) => field.oneOf === group)
  const latest = picked.find((name) => fields.some((field) => field.name === name))
  return (
    fields.find((field) => field.name === latest) ??
    fields.find((field) => !isEmptyValue(values?.[field.name])) ??
    fields[0]
  )
}

/** Whether a field applies: it isn't one of several mutually exclusive ones, or is the chosen one. */
const isChosen = (form: Form, field: Field, values: Values | undefined, picked: readonly string[]): boolean =>
  field.oneOf === undefined || chosenField(form, field.oneOf, values, picked)?.name === field.name

/** Label of a value chosen from a list of options; undefined for other fields. */
export function optionLabel(form: Form, entry: string, value: Values[string]): string | undefined {
  const field = findField(form, entry)
  if (field?.kind === 'choice') return field.options.find((option) => option.value === value)?.label
  if (field?.kind !== 'voice') return undefined
  const options = entry === 'lang' ? field.languages : field.languages.flatMap(({ voices }) => voices)
  return options.find((option) => option.value === value)?.label
}

/** Names in a row's label that aren't field names. */
const NON_FIELD_NAMES = ['row', 'file', 'copy', 'model'] as const

const isNonFieldName = (name: string): boolean => NON_FIELD_NAMES.some((other) => other === name)

/** Whether a label contains field names, so that its form is needed. */
export const hasFieldNames = (label: Record<string, string>): boolean =>
  Object.keys(label).some((name) => !isNonFieldName(name))

/** Text that distinguishes a row of a batch: "Steps 8 · row 3 · copy 2"; without its form, "8 · row 3 · copy 2". */
export const labelText = (label: Record<string, string>, form: Form | undefined): string =>
  Object.entries(label)
    .map(([name, value]) => {
      const displayName = (form && findField(form, name)?.label) ?? (form || isNonFieldName(name) ? name : '')
      return `${displayName} ${value}`.trim()
    })
    .join(' · ')

/** Asset ids in the value of a file field. */
export const idsOf = (value: Values[string] | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
