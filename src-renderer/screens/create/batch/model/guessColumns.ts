import type { Form } from '../../../../../src-preload/contract/types/form.ts'

export interface ColumnTarget {
  entry: string
  label: string
}

/** Entries of a form that a table column can fill. */
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

/** Maps columns to entries with the same name or label, each entry once; a single column is mapped to the first text. */
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
