import type { Values } from '../../../../src-preload/contract/types/form.ts'

/** The assets a file field holds. */
export const idsOf = (value: Values[string] | undefined): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
