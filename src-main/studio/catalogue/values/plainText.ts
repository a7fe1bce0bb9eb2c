import type { Values } from '../../../../src-preload/contract/types/form.ts'

/** A value nobody knows more about, for reading; empty where there is nothing to read. */
export function plainWords(value: Values[string] | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(plainWords).filter(Boolean).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)
}

/** The name of an entry nobody has a label for, in words: `frames_per_second` is "Frames per second". */
export function nameWords(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
