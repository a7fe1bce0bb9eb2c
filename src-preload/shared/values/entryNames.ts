import type { Field } from '../../contract/types/form.ts'

/** Names of a field's entries in the values: two for a size and for a voice. */
export function entryNames(field: Field): string[] {
  if (field.kind === 'size') return ['width', 'height']
  return field.kind === 'voice' ? ['lang', 'voice'] : [field.name]
}
