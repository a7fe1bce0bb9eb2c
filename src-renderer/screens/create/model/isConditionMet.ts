import type { Form, Values, When } from '../../../../src-preload/contract/types/form.ts'

/** Whether a field's condition is met by the draft, its constants or the defaults. */
export function isConditionMet(form: Form, when: When | undefined, values: Values | undefined): boolean {
  if (!when) return true
  const value = form.constants?.[when.field] ?? values?.[when.field] ?? form.defaults[when.field]
  return when.is.some((option) => option === value)
}
