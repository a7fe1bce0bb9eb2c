import type { ParameterLine } from '../../../../src-preload/contract/types/asset.ts'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import type { ModelRecord } from '../../service/models/ModelRecord.ts'
import { entriesOf } from '../form/entries.ts'
import { fieldKinds } from '../kinds/fieldKinds.ts'
import { labelFromName, plainText } from './plainText.ts'
import type { FieldRow, Operation } from '../Operation.ts'
import type { OperationLabels } from '../../library/assets/parametersRow.ts'
import type { Catalogue } from '../Catalogue.ts'

/**
 * The parameters of a result with the labels and options of its form, in the order of the form, its title text first. Entries
 * without a row, because the operation changed or is unknown, follow with labels made from their names.
 */
export function parameterLines(
  operation: Operation | undefined,
  values: Values,
  record: ModelRecord | null,
): ParameterLine[] {
  const rows = operation?.fields ?? []
  const known = rows.flatMap((row) => linesOf(row, values, record))
  const names = new Set(rows.flatMap((row) => [row.name, ...entriesOf(row).map(({ name }) => name)]))
  const others = Object.entries(values)
    .filter(([name]) => !names.has(name))
    .map(([name, value]) => factLine(name, labelFromName(name), plainText(value)))
  const lines = [...known, ...others].filter(({ text }) => text !== '')
  const titleLines = lines.filter(({ name, as }) => as === 'words' && name === operation?.title)
  return [...titleLines, ...lines.filter((line) => !titleLines.includes(line))]
}

const factLine = (name: string, label: string, text: string): ParameterLine => ({
  name,
  label,
  text,
  as: 'fact',
})

function linesOf(row: FieldRow, values: Values, record: ModelRecord | null): ParameterLine[] {
  // Files are shown as thumbnails.
  if (row.kind === 'file') return []
  const { width, height } = values
  if (row.kind === 'size' && typeof width === 'number' && typeof height === 'number')
    return [factLine('size', row.label, `${width} × ${height}`)]
  return entriesOf(row).map(({ name, label }): ParameterLine => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? null) : null
    const text = value === null ? '' : fieldKinds.format(value, { row, entry: name, values, record })
    const special = row.kind === 'text' && row.special?.value === value
    return { name, label, text, as: row.kind === 'text' && row.multiline && !special ? 'words' : 'fact' }
  })
}

/** Labels and texts for the parameters of a result, from the catalogue and, if it is known, the model. */
export const parameterWording = (
  catalogue: Catalogue,
  findModel: (connectionId: string, slug: string) => ModelRecord | null,
): OperationLabels => ({
  operationName: (id) => catalogue.find(id)?.name ?? id,
  fieldLabel: (operation, field) =>
    catalogue.find(operation)?.fields.find(({ name }) => name === field)?.label ?? labelFromName(field),
  parameterLines: ({ operation, connectionId, model, values }) =>
    parameterLines(catalogue.find(operation), values, findModel(connectionId, model)),
})
