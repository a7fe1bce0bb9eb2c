import type { Values } from '../../../../src-preload/contract/types/form.ts'

/** Asset ids in the value of a file field. */
export const idsOf = (value: Values[string] | undefined): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
