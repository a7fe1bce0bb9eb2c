import type { Values } from '../../../src-preload/contract/types/form.ts'

/** Whether an entry has no value and is not sent. */
export const isEmpty = (value: Values[string] | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
