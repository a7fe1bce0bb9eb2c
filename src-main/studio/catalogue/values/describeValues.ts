import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { filesOf, type FindFile, noFiles } from '../FindFile.ts'
import type { Operation } from '../Operation.ts'

const MAX_TITLE = 500

/**
 * What a card or a tile says of a request: its words, else the name of the file it takes in, on one line; its seed and
 * its size, null where it has none.
 */
export function describeValues(operation: Operation, values: Values, find: FindFile = noFiles) {
  const said = values[operation.title]
  const isFile = operation.fields.some(({ name, kind }) => name === operation.title && kind === 'file')
  // Of several texts the first; the values of a file are ids, which say nothing to the user.
  const words = isFile ? '' : oneLine(Array.isArray(said) ? said[0] : said)
  const [first] = filesOf(operation.fields, values, find)
  return {
    title: shortened(words || oneLine(first?.file.name)) || operation.name,
    seed: whole(values['seed']),
    width: whole(values['width']),
    height: whole(values['height']),
  }
}

const oneLine = (value: Values[string] | undefined): string =>
  typeof value === 'string' ? value.trim().replaceAll(/\s+/gu, ' ') : ''

const whole = (value: Values[string] | undefined): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null

/** Cut between characters, so that no half of an emoji is left. */
function shortened(line: string): string {
  if (line.length <= MAX_TITLE) return line
  const characters = Array.from(line.slice(0, 2 * MAX_TITLE + 1))
  return characters.length <= MAX_TITLE ? line : `${characters.slice(0, MAX_TITLE - 1).join('')}…`
}
