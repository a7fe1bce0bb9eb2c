import type { Values } from '../../../../src-preload/contract/types/form.ts'

/** A value without a known field as text; empty for null and undefined. */
export function plainText(value: Values[string] | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(plainText).filter(Boolean).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)
}

/** A label for an entry without one: `frames_per_second` becomes "Frames per second". */
export function labelFromName(name: string): string {
  const label = name.replaceAll(/[_-]+/g, ' ').trim()
  return label.charAt(0).toUpperCase() + label.slice(1)
}
