import type { Fields } from './Operation.ts'

/** A field's text; the fallback when it was not given. */
export function textField(fields: Fields, name: string, fallback = ''): string {
  const value = fields[name]
  return typeof value === 'string' ? value : fallback
}
