import type { TableDraft } from '../../../../../src-preload/contract/types/batchDraft.ts'
import type { Form } from '../../../../../src-preload/contract/types/form.ts'
import { columnTargets } from './planFields.ts'

/**
 * Maps columns to entries with the same name or label, each entry once. A single column without a match is mapped to
 * the first text field.
 */
export function guessColumns(form: Form, columns: readonly string[]): Record<string, string> {
  const targets = columnTargets(form)
  const normalize = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const usedEntries = new Set<string>()
  const mapping: Record<string, string> = {}
  for (const column of columns) {
    const target = targets.find(
      ({ entry, label }) =>
        !usedEntries.has(entry) &&
        (normalize(entry) === normalize(column) || normalize(label) === normalize(column)),
    )
    if (!target) continue
    usedEntries.add(target.entry)
    mapping[column] = target.entry
  }
  const [onlyColumn] = columns
  const text = form.fields.find(({ kind }) => kind === 'text')
  if (columns.length === 1 && onlyColumn !== undefined && text && Object.keys(mapping).length === 0)
    mapping[onlyColumn] = text.name
  return mapping
}

/** For each unused column, the unused entry with a similar name. */
export function suggestTargets(
  form: Form,
  { columnNames, columns }: Pick<TableDraft, 'columnNames' | 'columns'>,
): Record<string, { entry: string; label: string } | undefined> {
  const used = new Set(Object.values(columns))
  const targets = columnTargets(form).filter(({ entry }) => !used.has(entry))
  const unused = columnNames.filter((column) => columns[column] === undefined)
  return Object.fromEntries(unused.map((column) => [column, nearestName(column, targets)]))
}

/** Names that differ in more than this share of their characters are not similar. */
const MAX_DIFFERENCE = 0.4

/** The option whose name is most similar to a misspelled one: "prmpt" → "Prompt"; undefined if none is. */
function nearestName<Option extends { label: string }>(
  name: string,
  options: readonly Option[],
): Option | undefined {
  const wanted = normalizedBeginning(name)
  if (wanted === '') return undefined
  return options
    .map((option) => {
      const label = normalizedBeginning(option.label)
      return { option, difference: editDistance(wanted, label) / Math.max(wanted.length, label.length) }
    })
    .filter(({ difference }) => difference <= MAX_DIFFERENCE)
    .toSorted((a, b) => a.difference - b.difference)[0]?.option
}

/** Only the beginnings of long names are compared, because the time grows with the square of the length. */
const MAX_COMPARED_LENGTH = 40

const normalizedBeginning = (text: string): string =>
  text
    .slice(0, MAX_COMPARED_LENGTH)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Levenshtein distance: how many characters must be inserted, removed or replaced. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [row, char] of Array.from(a).entries()) {
    const current = [row + 1]
    for (let column = 0; column < b.length; column++)
      current.push(
        Math.min(
          (previous[column + 1] ?? 0) + 1,
          (current[column] ?? 0) + 1,
          (previous[column] ?? 0) + (char === b[column] ? 0 : 1),
        ),
      )
    previous = current
  }
  return previous[b.length] ?? 0
}
