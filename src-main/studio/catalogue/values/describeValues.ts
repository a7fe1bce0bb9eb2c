import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { inputFilesOf, type FindFile, noFiles } from '../FindFile.ts'
import type { Operation } from '../Operation.ts'

const MAX_TITLE_LENGTH = 500

/**
 * The title, seed and size of a request for cards and tiles. The title is its text or the name of its input file, on one line. Seed
 * and size are null if there are none.
 */
export function describeValues(operation: Operation, values: Values, find: FindFile = noFiles) {
  const titleValue = values[operation.title]
  const isFile = operation.fields.some(({ name, kind }) => name === operation.title && kind === 'file')
  // Of several texts the first. The value of a file field is an id, so the name of the file is used below.
  const titleText = isFile ? '' : oneLine(Array.isArray(titleValue) ? titleValue[0] : titleValue)
  const [first] = inputFilesOf(operation.fields, values, find)
  return {
    title: truncated(titleText || oneLine(first?.file.name)) || operation.name,
    seed: integerOrNull(values['seed']),
    width: integerOrNull(values['width']),
    height: integerOrNull(values['height']),
  }
}

const oneLine = (value: Values[string] | undefined): string =>
  typeof value === 'string' ? value.trim().replaceAll(/\s+/gu, ' ') : ''

const integerOrNull = (value: Values[string] | undefined): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null

/** Truncates between code points, so that no emoji is split. */
function truncated(line: string): string {
  if (line.length <= MAX_TITLE_LENGTH) return line
  const characters = Array.from(line.slice(0, 2 * MAX_TITLE_LENGTH + 1))
  return characters.length <= MAX_TITLE_LENGTH
    ? line
    : `${characters.slice(0, MAX_TITLE_LENGTH - 1).join('')}…`
}
