import type { Form, Values, When } from '../../../../src-preload/contract/types/form.ts'

/** Whether something under a condition is shown and sent, going by the draft and what it leaves at the default. */
export function isWanted(form: Form, when: When | undefined, values: Values | undefined): boolean {
  if (!when) return true
  const value = form.constants?.[when.field] ?? values?.[when.field] ?? form.defaults[when.field]
  return when.is.some((one) => one === value)
}
