import { labelFromName } from '../values/plainText.ts'
import type { Operation } from '../Operation.ts'
import { sharedRows } from '../rows/sharedRows.ts'
import { createAddedRow } from './createAddedRow.ts'
import type { OverrideError, OperationOverride } from './overrideSchema.ts'
import { wireNamesOf } from '../form/entries.ts'

type Presentation = Pick<Operation, 'group' | 'output' | 'viewer'>

/** The group, file kinds and viewer for each kind of result. */
const presentations: Record<NonNullable<OperationOverride['makes']>, Presentation> = {
  image: { group: 'image', output: ['image'], viewer: 'image' },
  video: { group: 'video', output: ['video'], viewer: 'video' },
  audio: { group: 'audio', output: ['audio'], viewer: 'audio' },
  text: { group: 'text', output: ['text'], viewer: 'text' },
  transcript: { group: 'text', output: ['text'], viewer: 'transcript' },
  ocr: { group: 'text', output: ['text'], viewer: 'ocr' },
  embedding: { group: 'text', output: ['embedding'], viewer: 'embedding' },
}

/** An operation that is defined in the overrides file. What the file doesn't state follows the specification. */
export function createOperation(
  id: string,
  { makes = 'text', name, title, path = id, fields = [] }: OperationOverride,
): Operation {
  const addedRows = fields.map(createAddedRow)
  const titleField =
    addedRows.find(({ kind }) => kind === 'text') ??
    addedRows.find(({ kind }) => kind === 'file') ??
    addedRows[0]
  return {
    id,
    types: [id],
    name: name ?? labelFromName(id),
    ...presentations[makes],
    path,
    encoding: 'json-unless-file',
    price: { path: `${path}/price-calculation`, encoding: 'json-unless-file' },
    title: title ?? titleField?.name ?? '',
    fields: [...addedRows, sharedRows.webhook, sharedRows.moreParameters],
  }
}

const ID = /^[a-z][\w-]{0,63}$/i

/** Errors about properties that are only allowed for a new operation. */
export const newTaskOnlyErrors = (id: string, override: OperationOverride): OverrideError[] =>
  (['makes', 'name', 'title'] as const)
    .filter((key) => override[key] !== undefined)
    .map((key) => ({ path: [id, key], message: 'is only allowed for new tasks' }))

/** Errors in the definition of a new operation. */
export const newTaskErrors = (
  { id, fields, title }: Operation,
  override: OperationOverride,
): OverrideError[] => [
  ...(ID.test(id) ? [] : [{ path: [id], message: 'isn’t a valid task name' }]),
  ...(override.fields?.length === 0 ? [{ path: [id, 'fields'], message: 'needs at least one field' }] : []),
  ...(override.title === undefined || fields.some(({ name }) => name === title)
    ? []
    : [{ path: [id, 'title'], message: 'unknown field' }]),
]

/** Errors about fields whose name is already used by another field of the operation, in the form or in requests. */
export function duplicateNameErrors({ id, fields, fixedParameters = {} }: Operation): OverrideError[] {
  const seen = new Set(['model', ...Object.keys(fixedParameters)])
  return fields.flatMap((row): OverrideError[] => {
    const names = new Set(wireNamesOf(row))
    const taken = [...names].filter((name) => seen.has(name) && !SHAREABLE_NAMES.has(name))
    names.forEach((name) => seen.add(name))
    return taken
      .slice(0, 1)
      .map((name) => ({ path: [id, 'fields'], message: `the field “${name}” already exists` }))
  })
}

/** Request names that fields of different modes may share. */
const SHAREABLE_NAMES = new Set(['instruct'])

/** Errors about inference types that two operations claim. */
export const duplicateTypeErrors = (
  operations: readonly Operation[],
  added: readonly string[],
): OverrideError[] =>
  operations
    .filter(({ id }) => added.includes(id))
    .flatMap(({ id, types }) =>
      types.flatMap((type): OverrideError[] => {
        const other = operations.find((candidate) => candidate.id !== id && candidate.types.includes(type))
        return other ? [{ path: [id, 'types'], message: `“${type}” already belongs to ${other.id}` }] : []
      }),
    )
