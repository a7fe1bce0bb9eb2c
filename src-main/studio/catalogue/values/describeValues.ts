import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { inputFilesOf, type FindFile, noFiles } from '../FindFile.ts'
import type { Operation, FieldRow } from '../Operation.ts'
import type { ParameterLine } from '../../../../src-preload/contract/types/asset.ts'
import type { ModelRecord } from '../../service/models/ModelRecord.ts'
import { entriesOf, labelFromName } from '../form/entries.ts'
import { fieldKinds } from '../kinds/fieldKinds.ts'
import { plainText } from '../kinds/FieldBehavior.ts'
import { toOneLine, truncateWithEllipsis } from '../../library/cutText.ts'
import type { OperationLabels } from '../../library/assets/parametersRow.ts'
import type { Catalogue } from '../Catalogue.ts'

const MAX_TITLE_LENGTH = 500

/**
 * The title, seed and size of a request for cards and tiles. The title is its text, the title of its first input file or, without both,
 * the name of the operation, on one line. Seed and size are null if there are none.
 */
export function describeValues(operation: Operation, values: Values, find: FindFile = noFiles) {
  const titleValue = values[operation.titleField]
  const isFile = operation.fields.some(({ name, kind }) => name === operation.titleField && kind === 'file')
  // The title of several texts is the first one. The value of a file field is an id, so the title of the file is used below.
  const titleText = isFile ? '' : oneLine(Array.isArray(titleValue) ? titleValue[0] : titleValue)
  const [first] = inputFilesOf(operation.fields, values, find)
  return {
    title: truncateWithEllipsis(titleText || oneLine(first?.file.title), MAX_TITLE_LENGTH) || operation.name,
    seed: integerOrNull(values['seed']),
    width: integerOrNull(values['width']),
    height: integerOrNull(values['height']),
  }
}

const oneLine = (value: Values[string] | undefined): string =>
  typeof value === 'string' ? toOneLine(value) : ''

const integerOrNull = (value: Values[string] | undefined): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null

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
    .map(([name, value]) => compactLine(name, labelFromName(name), plainText(value)))
  const lines = [...known, ...others].filter(({ text }) => text !== '')
  const titleLines = lines.filter(({ name, as }) => as === 'multiline' && name === operation?.titleField)
  return [...titleLines, ...lines.filter((line) => !titleLines.includes(line))]
}

const compactLine = (name: string, label: string, text: string): ParameterLine => ({
  name,
  label,
  text,
  as: 'singleLine',
})

function linesOf(row: FieldRow, values: Values, record: ModelRecord | null): ParameterLine[] {
  // Files are shown as thumbnails.
  if (row.kind === 'file') return []
  const { width, height } = values
  if (row.kind === 'size' && typeof width === 'number' && typeof height === 'number')
    return [compactLine('size', row.label, `${width} × ${height}`)]
  return entriesOf(row).map(({ name, label }): ParameterLine => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? null) : null
    const text = value === null ? '' : fieldKinds.format(value, { row, entry: name, values, record })
    const special = row.kind === 'text' && row.special?.value === value
    return {
      name,
      label,
      text,
      as: row.kind === 'text' && row.multiline && !special ? 'multiline' : 'singleLine',
    }
  })
}

/** Labels and texts for the parameters of a result, from the catalogue and, if it is known, the model. */
export const operationLabels = (
  catalogue: Catalogue,
  findModel: (connectionId: string, slug: string) => ModelRecord | null,
): OperationLabels => ({
  operationName: (id) => catalogue.taskName(id),
  operationLabel: (id) => catalogue.operationLabel(id),
  fieldLabel: (operation, field) =>
    catalogue.find(operation)?.fields.find(({ name }) => name === field)?.label ?? labelFromName(field),
  spokenText: (operation, values) => {
    const text = values[catalogue.find(operation)?.spokenField ?? '']
    return typeof text === 'string' && text.trim() !== '' ? text : null
  },
  parameterLines: ({ operation, connectionId, model, values }) =>
    parameterLines(catalogue.find(operation), values, findModel(connectionId, model)),
})
