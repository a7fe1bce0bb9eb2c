import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import type { WireRequest, WireFile } from '../../service/http/Exchange.ts'
import { checkValues, throwIfInvalid, withDefaults } from '../values/checkValues.ts'
import { type FindFile, noFiles, inputFilesOf } from '../FindFile.ts'
import type { Operation, Encoding, FieldRow } from '../Operation.ts'
import { entriesOf } from '../form/entries.ts'
import { isEmptyValue } from '../../../../src-preload/shared/values/isEmptyValue.ts'
import { doConditionsHold, sortedKeys } from '../valueRules.ts'
import { readParameters } from '../kinds/parametersKind.ts'

/**
 * The exact request that a job sends, as canonical text and files on disk. `issues`: the issues of the values, if the caller
 * has them; by default the values are checked here.
 * @throws StudioError `invalid_form` if there is an issue.
 */
export function buildRequest(
  operation: Operation,
  form: Form,
  values: Values,
  find: FindFile = noFiles,
  issues = checkValues(form, withDefaults(form, values), find),
): WireRequest {
  throwIfInvalid(issues)
  const effectiveValues = { ...withDefaults(form, values), ...form.constants }
  const entries = [
    ...wireEntries(operation.fields, effectiveValues),
    ...Object.entries(operation.fixedParameters ?? {}),
  ]
  return toWireRequest(
    operation,
    wireBody(form.model.slug, entries),
    wireFiles(operation.fields, effectiveValues, find),
  )
}

export type WireEntry = [name: string, value: Values[string]]

/** The parameters of a request, in the order of the rows, without inactive and empty entries. Files are sent separately. */
export function wireEntries(rows: readonly FieldRow[], values: Values): WireEntry[] {
  return rows.flatMap((row) => {
    if (row.kind === 'parameters') return parameterEntries(values[row.name])
    return entriesOf(row).flatMap(({ name, when }): WireEntry[] => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      if (row.kind === 'file' || isEmptyValue(value) || !doConditionsHold(when, values)) return []
      const trimmed = row.kind === 'url' && typeof value === 'string' ? value.trim() : value
      return [[row.wire?.[name] ?? name, sortedKeys(trimmed)]]
    })
  })
}

const parameterEntries = (value: Values[string] | undefined): WireEntry[] =>
  (value === undefined ? [] : (readParameters(value) ?? [])).flatMap(({ name, json }): WireEntry[] =>
    json === undefined ? [] : [[name, sortedKeys(json)]],
  )

/**
 * The files of a request. File names are made from the field name and the format, so that the user's file names are not disclosed
 * to the service.
 */
export function wireFiles(rows: readonly FieldRow[], values: Values, find: FindFile): WireFile[] {
  const inputs = inputFilesOf(rows, values, find)
  return inputs.map(({ row, file }, index) => {
    const isOneOfSeveral = inputs.filter((other) => other.row === row).length > 1
    const name = row.wire?.[row.name] ?? row.name
    const nth = inputs.slice(0, index).filter((other) => other.row === row).length + 1
    return {
      field: isOneOfSeveral ? (row.repeatedPartName ?? name) : name,
      path: file.path,
      fileName: `${row.name}${isOneOfSeveral ? `-${nth}` : ''}.${file.format}`,
      mime: file.mime,
    }
  })
}

/**
 * The body of a request as canonical JSON text: the model, then the entries in their order. Of two entries with the same name the
 * later one wins. Equal entries give equal text.
 */
export const wireBody = (model: string, entries: readonly WireEntry[]): string =>
  JSON.stringify(Object.fromEntries([['model', model], ...entries]))

/** A request in its operation's encoding. Requests with files are always multipart. */
export const toWireRequest = (
  { path, encoding }: { path: string; encoding: Encoding },
  text: string,
  files: WireFile[],
): WireRequest =>
  encoding === 'multipart' || files.length > 0
    ? { path, encoding: 'multipart', text, files }
    : { path, encoding: 'json', text }
