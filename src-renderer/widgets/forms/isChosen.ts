import type { Field, Form, Values } from '../../../src-preload/contract/types/form.ts'
import { isEmpty } from './isEmpty.ts'

/** The shown one of mutually exclusive fields: the last picked, otherwise one with a value, otherwise the first. */
export function chosenOf(
  form: Form,
  group: string,
  values: Values | undefined,
  picked: readonly string[],
): Field | undefined {
  const fields = form.fields.filter((field) => field.oneOf === group)
  const latest = picked.find((name) => fields.some((field) => field.name === name))
  return (
    fields.find((field) => field.name === latest) ??
    fields.find((field) => !isEmpty(values?.[field.name])) ??
    fields[0]
  )
}

/** Whether no mutually exclusive field is chosen instead. */
export const isChosen = (
  form: Form,
  field: Field,
  values: Values | undefined,
  picked: readonly string[],
): boolean => field.oneOf === undefined || chosenOf(form, field.oneOf, values, picked)?.name === field.name
