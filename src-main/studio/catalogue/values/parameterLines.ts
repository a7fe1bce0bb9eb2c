import type { RecipeLine } from '../../../../src-preload/contract/types/asset.ts'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import type { ModelRecord } from '../../models/ModelRecord.ts'
import { entriesOf } from '../form/entries.ts'
import { fieldKinds } from '../kinds/fieldKinds.ts'
import { nameWords, plainWords } from './plainText.ts'
import type { FieldRow, Operation } from '../Operation.ts'
import type { Wording } from '../../library/recipeRow.ts'
import type { Catalogue } from '../Catalogue.ts'

/**
 * What was entered, in the labels and options of its form and in its order, the words that were asked for first. Entries that
 * no row has, because the operation changed or is not known, follow under names made of their own.
 */
export function recipeLines(
  operation: Operation | undefined,
  values: Values,
  record: ModelRecord | null,
): RecipeLine[] {
  const rows = operation?.fields ?? []
  const known = rows.flatMap((row) => linesOf(row, values, record))
  const names = new Set(rows.flatMap((row) => [row.name, ...entriesOf(row).map(({ name }) => name)]))
  const others = Object.entries(values)
    .filter(([name]) => !names.has(name))
    .map(([name, value]) => fact(name, nameWords(name), plainWords(value)))
  const all = [...known, ...others].filter(({ text }) => text !== '')
  const asked = all.filter(({ name, as }) => as === 'words' && name === operation?.title)
  return [...asked, ...all.filter((line) => !asked.includes(line))]
}

const fact = (name: string, label: string, text: string): RecipeLine => ({ name, label, text, as: 'fact' })

function linesOf(row: FieldRow, values: Values, record: ModelRecord | null): RecipeLine[] {
  // Files are shown as themselves.
  if (row.kind === 'file') return []
  const { width, height } = values
  if (row.kind === 'size' && typeof width === 'number' && typeof height === 'number')
    return [fact('size', row.label, `${width} × ${height}`)]
  return entriesOf(row).map(({ name, label }): RecipeLine => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? null) : null
    const text = value === null ? '' : fieldKinds.say(value, { row, entry: name, values, record })
    const special = row.kind === 'text' && row.special?.value === value
    return { name, label, text, as: row.kind === 'text' && row.multiline && !special ? 'words' : 'fact' }
  })
}

/** How the library says what a result was made with: in the words of the catalogue and, while it is known, of the model. */
export const recipeWording = (
  catalogue: Catalogue,
  findModel: (connectionId: string, slug: string) => ModelRecord | null,
): Wording => ({
  operationName: (id) => catalogue.find(id)?.name ?? id,
  fieldLabel: (operation, field) =>
    catalogue.find(operation)?.fields.find(({ name }) => name === field)?.label ?? nameWords(field),
  lines: ({ operation, connectionId, model, values }) =>
    recipeLines(catalogue.find(operation), values, findModel(connectionId, model)),
})
