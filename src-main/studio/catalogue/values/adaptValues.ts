import type { Field, Form, Reset, Values } from '../../../../src-preload/contract/types/form.ts'
import { entriesOf, labelFromName } from '../form/entries.ts'
import { fieldKinds } from '../kinds/fieldKinds.ts'
import { type FindFile, noFiles } from '../FindFile.ts'
import { isEmptyValue } from '../../../../src-preload/shared/values/isEmptyValue.ts'
import { isSameValue } from '../valueRules.ts'
import type { FieldRow, Operation } from '../Operation.ts'

/**
 * Adapts values to another model's form: valid values are kept, numbers become the nearest valid ones, and the rest is reset to the
 * default or removed. Every change is reported. Text is never truncated. Adapting is idempotent.
 */
export function adaptValues(
  operation: Operation,
  form: Form,
  values: Values,
  find: FindFile = noFiles,
): { values: Values; resets: Reset[] } {
  const adapted: Values = {}
  const resets: Reset[] = []
  // Hidden fields are adapted too, because they may be shown again.
  const issues = form.fields.flatMap((field) => fieldKinds.check(withoutVoiceCondition(field), values, find))
  const invalid = new Set(issues.map((issue) => issue.field))

  for (const field of form.fields) {
    const entries = entriesOf(field)
    const fitted = entries.some(({ name }) => invalid.has(name)) ? fieldKinds.fit(field, values) : values
    const fixed = fieldKinds.fixed(field, fitted, form.defaults)
    for (const { name, label } of entries) {
      const from = valueOf(values, name)
      const adaptedValue = valueOf(fitted, name)
      // A field that the user cleared stays empty if it is optional.
      const isMissing = adaptedValue === undefined || (field.required && isEmptyValue(adaptedValue))
      const to = fixed[name] ?? (isMissing ? form.defaults[name] : adaptedValue)
      if (to !== undefined) adapted[name] = to
      if (!isEmptyValue(from) && !isSameValue(from, to)) {
        const row = operation.fields.find((candidate) => candidate.name === field.name)
        resets.push({
          field: name,
          label,
          from,
          ...previousLabelOf(row, name, values),
          ...(to !== undefined && { to }),
        })
      }
    }
  }
  return { values: adapted, resets: [...resets, ...removedValues(operation, form, values)] }
}

/** The field without the condition under which its voice is required, so that a hidden voice is checked too. */
const withoutVoiceCondition = (field: Field): Field =>
  field.kind === 'voice' ? { ...field, voiceWhen: undefined } : field

/** The removed values that the form has no field for. Values equal to their default are removed without being reported. */
function removedValues(operation: Operation, form: Form, values: Values): Reset[] {
  const entryNames = new Set(form.fields.flatMap((field) => entriesOf(field).map(({ name }) => name)))
  return Object.entries(values).flatMap(([name, from]): Reset[] => {
    if (entryNames.has(name) || isEmptyValue(from)) return []
    const row = operation.fields.find((field) => entriesOf(field).some((entry) => entry.name === name))
    const defaultValue = row && 'default' in row && row.kind !== 'size' ? row.default?.value : undefined
    if (isSameValue(from, defaultValue) || isSameValue(from, form.constants?.[name])) return []
    return [
      { field: name, label: row?.label ?? labelFromName(name), from, ...previousLabelOf(row, name, values) },
    ]
  })
}

/** The label that the previous form showed for a value. */
function previousLabelOf(row: FieldRow | undefined, entry: string, values: Values): Pick<Reset, 'fromText'> {
  if (row?.kind !== 'choice' && row?.kind !== 'voice') return {}
  return { fromText: fieldKinds.format(values[entry] ?? null, { row, entry, values, record: null }) }
}

const valueOf = (values: Values, name: string) => (Object.hasOwn(values, name) ? values[name] : undefined)
