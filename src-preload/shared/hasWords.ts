import { nameKey } from './nameKey.ts'

/** Whether a label contains every word of a text, ignoring case (`nameKey`). */
export function hasWords(label: string, text: string): boolean {
  const key = nameKey(label)
  return nameKey(text)
    .split(/\s+/)
    .every((word) => key.includes(word))
}
