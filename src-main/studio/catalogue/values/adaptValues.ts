import type { Field, Form, Reset, Values } from '../../../../src-preload/contract/types/form.ts'
import { entriesOf } from '../form/entries.ts'
import { fieldKinds } from '../kinds/fieldKinds.ts'
import { type FindFile, noFiles } from '../FindFile.ts'
import { isEmptyValue, isSameValue } from './valueRules.ts'
import { nameWords } from './plainText.ts'
import type { FieldRow, Operation } from '../Operation.ts'

/**
 * Moves values to another model's form: what it takes stays as it is, numbers go to the nearest it takes, the rest goes
 * back to the default or away; each change is told. Words are never cut. Carrying twice changes nothing more.
 */
export function carryValues(
  operation: Operation,
  form: Form,
  values: Values,
  find: FindFile = noFiles,
): { values: Values; resets: Reset[] } {
  const carried: Values = {}
  const resets: Reset[] = []
  // Also what is hidden now: another choice may bring it back.
  const issues = form.fields.flatMap((field) => fieldKinds.check(alwaysShown(field), values, find))
  const wrong = new Set(issues.map((issue) => issue.field))

  for (const field of form.fields) {
    const entries = entriesOf(field)
    const near = entries.some(({ name }) => wrong.has(name)) ? fieldKinds.fit(field, values) : values
    const fixed = fieldKinds.fixed(field, near, form.defaults)
    for (const { name, label } of entries) {
      const from = own(values, name)
      const kept = own(near, name)
      // What a hand emptied stays empty where it may.
      const missing = kept === undefined || kept === null || (field.required && isEmptyValue(kept))
      const to = fixed[name] ?? (missing ? form.defaults[name] : kept)
      if (to !== undefined) carried[name] = to
      if (!isEmptyValue(from) && !isSameValue(from, to)) {
        const row = operation.fields.find((one) => one.name === field.name)
        resets.push({ field: name, label, from, ...told(row, name, values), ...(to !== undefined && { to }) })
      }
    }
  }
  return { values: carried, resets: [...resets, ...dropped(operation, form, values)] }
}

const alwaysShown = (field: Field): Field =>
  field.kind === 'voice' ? { ...field, voiceWhen: undefined } : field

/** Entries the form has no field for; those that said nothing of their own go without a word. */
function dropped(operation: Operation, form: Form, values: Values): Reset[] {
  const kept = new Set(form.fields.flatMap((field) => entriesOf(field).map(({ name }) => name)))
  return Object.entries(values).flatMap(([name, from]): Reset[] => {
    if (kept.has(name) || isEmptyValue(from)) return []
    const row = operation.fields.find((field) => entriesOf(field).some((entry) => entry.name === name))
    const usual = row && 'default' in row && row.kind !== 'size' ? row.default?.value : undefined
    if (isSameValue(from, usual) || isSameValue(from, form.constants?.[name])) return []
    return [{ field: name, label: row?.label ?? nameWords(name), from, ...told(row, name, values) }]
  })
}

/** Of a value that another form had words for, those words. */
function told(row: FieldRow | undefined, entry: string, values: Values): Pick<Reset, 'fromText'> {
  if (row?.kind !== 'choice' && row?.kind !== 'voice') return {}
  return { fromText: fieldKinds.say(values[entry] ?? null, { row, entry, values, record: null }) }
}

const own = (values: Values, name: string) => (Object.hasOwn(values, name) ? values[name] : undefined)
