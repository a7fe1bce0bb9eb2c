import type { Field, Form, Values } from '../../../src-preload/contract/types/form.ts'
import { isEmpty } from './isEmpty.ts'

/** Of fields that exclude each other, the one on screen: what was picked last, else what has a value, else the first. */
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

/** Whether nothing of the draft stands in this field's way. */
export const isChosen = (
  form: Form,
  field: Field,
  values: Values | undefined,
  picked: readonly string[],
): boolean => field.oneOf === undefined || chosenOf(form, field.oneOf, values, picked)?.name === field.name
