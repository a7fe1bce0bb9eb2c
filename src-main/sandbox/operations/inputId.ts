import type { StoredInput } from './Operation.ts'

/** Finds the upload of a field; null without one. */
export function inputId(inputs: StoredInput[], field: string): string | null {
  return inputs.find((input) => input.field === field)?.id ?? null
}
