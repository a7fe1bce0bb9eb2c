import type { Values } from '../../../src-preload/contract/types/form.ts'

/** Whether an entry says nothing: missing, null, blank text, or an empty list. Such entries are not sent. */
export const isEmptyValue = (value: Values[string] | undefined): value is undefined | null | '' | [] =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)
