import type { Form } from '../../../../../src-preload/contract/types/form.ts'

export interface ColumnTarget {
  entry: string
  label: string
}

/** Entries of a form a table's column can fill. */
export const columnTargets = (form: Form): ColumnTarget[] =>
  form.fields.flatMap((field) => {
    if (field.kind === 'size')
      return [
        { entry: 'size', label: field.label },
        { entry: 'width', label: 'Width' },
        { entry: 'height', label: 'Height' },
      ]
    if (field.kind === 'voice')
      return [
        { entry: 'lang', label: 'Language' },
        { entry: 'voice', label: field.label },
      ]
    return field.kind === 'file' || field.kind === 'parameters'
      ? []
      : [{ entry: field.name, label: field.label }]
  })

/** Columns to the entries with the same name or label, each entry once; a single column goes to the first text. */
export function guessColumns(form: Form, columns: readonly string[]): Record<string, string> {
  const targets = columnTargets(form)
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const taken = new Set<string>()
  const guessed: Record<string, string> = {}
  for (const column of columns) {
    const target = targets.find(
      ({ entry, label }) =>
        !taken.has(entry) && (plain(entry) === plain(column) || plain(label) === plain(column)),
    )
    if (!target) continue
    taken.add(target.entry)
    guessed[column] = target.entry
  }
  const [only] = columns
  const text = form.fields.find(({ kind }) => kind === 'text')
  if (columns.length === 1 && only !== undefined && text && Object.keys(guessed).length === 0)
    guessed[only] = text.name
  return guessed
}
