import type { Values } from '../../../src-preload/contract/types/form.ts'
import type { Operation } from './Operation.ts'

const MAX_TITLE = 500

/** What a card or a tile says of a request: its words on one line, its seed and its size, null where it has none. */
export function describeValues(operation: Operation, values: Values) {
  const words = values[operation.title]
  const line = typeof words === 'string' ? words.trim().replaceAll(/\s+/gu, ' ') : ''
  return {
    title: shortened(line) || operation.name,
    seed: whole(values['seed']),
    width: whole(values['width']),
    height: whole(values['height']),
  }
}

const whole = (value: Values[string] | undefined): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null

/** Cut between characters, so that no half of an emoji is left. */
function shortened(line: string): string {
  if (line.length <= MAX_TITLE) return line
  const characters = Array.from(line.slice(0, 2 * MAX_TITLE + 1))
  return characters.length <= MAX_TITLE ? line : `${characters.slice(0, MAX_TITLE - 1).join('')}…`
}
