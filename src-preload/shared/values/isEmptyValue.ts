import type { Values } from '../../contract/types/form.ts'

/** Whether a value is missing, null, blank text or an empty list. Such values are not sent. */
export const isEmptyValue = (value: Values[string] | undefined): value is undefined | null | '' | [] =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)
