import { labelFromName, requestNamesOf, wireNamesOf } from '../form/entries.ts'
import type { Operation, FieldRow, RangeRule } from '../Operation.ts'
import { sharedRows } from '../rows/sharedRows.ts'
import type { OverrideError, OperationOverride, AddedField } from './readOverrides.ts'
import { fileRows } from '../rows/fileRows.ts'

type Presentation = Pick<Operation, 'group' | 'outputKinds' | 'viewer'>

/** The group, file kinds and viewer for each kind of result. */
const presentations: Record<NonNullable<OperationOverride['makes']>, Presentation> = {
  image: { group: 'image', outputKinds: ['image'], viewer: 'image' },
  video: { group: 'video', outputKinds: ['video'], viewer: 'video' },
  audio: { group: 'audio', outputKinds: ['audio'], viewer: 'audio' },
  text: { group: 'text', outputKinds: ['text'], viewer: 'text' },
  transcript: { group: 'text', outputKinds: ['text'], viewer: 'transcript' },
  ocr: { group: 'text', outputKinds: ['text'], viewer: 'ocr' },
  embedding: { group: 'text', outputKinds: ['embedding'], viewer: 'embedding' },
}

/** An operation that is defined in the overrides file. What the file doesn't state follows the specification. */
export function createOperation(
  id: string,
  { makes = 'text', name, title, path = id, fields = [] }: OperationOverride,
): Operation {
  const addedRows = fields.map(createAddedRow)
  const defaultTitleRow =
    addedRows.find(({ kind }) => kind === 'text') ??
    addedRows.find(({ kind }) => kind === 'file') ??
    addedRows[0]
  return {
    id,
    inferenceTypes: [id],
    name: name ?? labelFromName(id),
    ...presentations[makes],
    path,
    encoding: 'json-unless-file',
    price: { path: `${path}/price-calculation`, encoding: 'json-unless-file' },
    titleField: title ?? defaultTitleRow?.name ?? '',
    fields: [...addedRows, sharedRows.webhook, sharedRows.moreParameters],
  }
}

/** Allowed ids of new operations. */
const ID_PATTERN = /^[a-z][\w-]{0,63}$/i

/** Errors about properties that are only allowed for a new operation. */
export const newTaskOnlyErrors = (id: string, override: OperationOverride): OverrideError[] =>
  (['makes', 'name', 'title'] as const)
    .filter((key) => override[key] !== undefined)
    .map((key) => ({ path: [id, key], message: 'is only allowed for new tasks' }))

/** Errors in the definition of a new operation. */
export const newTaskErrors = (
  { id, fields, titleField }: Operation,
  override: OperationOverride,
): OverrideError[] => [
  ...(ID_PATTERN.test(id) ? [] : [{ path: [id], message: 'isn’t a valid task name' }]),
  ...(override.fields?.length === 0 ? [{ path: [id, 'fields'], message: 'needs at least one field' }] : []),
  ...(override.title === undefined || fields.some(({ name }) => name === titleField)
    ? []
    : [{ path: [id, 'title'], message: 'unknown field' }]),
]

/** Errors about fields whose name is already used by another field of the operation, in the form or in requests. */
export const duplicateNameErrors = (operation: Operation): OverrideError[] =>
  findDuplicateNames(operation, wireNamesOf).map((name) => ({
    path: [operation.id, 'fields'],
    message: `the field “${name}” already exists`,
  }))

/** Errors about fields that are sent under the name of another field, the model or a fixed parameter. */
export const duplicateRequestNameErrors = (operation: Operation): OverrideError[] =>
  findDuplicateNames(operation, requestNamesOf).map((name) => ({
    path: [operation.id, 'wire'],
    message: `“${name}” is already used in requests`,
  }))

/** The first name of each field that an earlier field, the model or a fixed parameter has too. */
function findDuplicateNames(
  { fields, fixedParameters = {} }: Operation,
  namesOf: (row: FieldRow) => string[],
): string[] {
  const seen = new Set(['model', ...Object.keys(fixedParameters)])
  return fields.flatMap((row) => {
    const names = new Set(namesOf(row))
    const taken = [...names].filter((name) => seen.has(name) && !SHAREABLE_NAMES.has(name))
    names.forEach((name) => seen.add(name))
    return taken.slice(0, 1)
  })
}

/**
 * Request names that several fields may share, because their conditions exclude each other: `instruct` is the style of a preset voice or
 * the description of a designed voice.
 */
const SHAREABLE_NAMES = new Set(['instruct'])

/** Errors about inference types of added operations (`added` are their ids) that belong to another operation too. */
export const duplicateTypeErrors = (
  operations: readonly Operation[],
  added: readonly string[],
): OverrideError[] =>
  operations
    .filter(({ id }) => added.includes(id))
    .flatMap(({ id, inferenceTypes }) =>
      inferenceTypes.flatMap((type): OverrideError[] => {
        const other = operations.find(
          (candidate) => candidate.id !== id && candidate.inferenceTypes.includes(type),
        )
        return other ? [{ path: [id, 'types'], message: `“${type}” already belongs to ${other.id}` }] : []
      }),
    )

/** The row of a field that the overrides file adds. A model's limits and defaults under its name apply as for any other row. */
export function createAddedRow(field: AddedField): FieldRow {
  if (field.kind === 'size') return field.required ? sharedRows.size : sharedRows.optionalSize
  if (field.kind === 'seed') return sharedRows.seed
  if (field.kind === 'loras') return sharedRows.loras
  if (field.kind === 'voice') return { ...VOICE }
  const { name, label, wire, section = 'main', priced = false, help } = field
  const defaultValue = 'default' in field ? field.default : undefined
  const base = {
    name,
    label: label ?? labelFromName(name),
    section,
    // A field with a default is always sent.
    required: field.required ?? defaultValue !== undefined,
    priced,
    ...(wire !== undefined && { wire: { [name]: wire.replace('[]', '') } }),
    ...(help !== undefined && { help }),
  }
  switch (field.kind) {
    case 'text': {
      const { multiline = false, minLength = 0, maxLength = Infinity, placeholder } = field
      return {
        ...base,
        kind: 'text',
        multiline,
        acceptsTextFile: multiline,
        length: rangeOf(name, minLength, maxLength),
        priceStandIn: 'a text',
        ...(field.default !== undefined && { default: { value: field.default } }),
        ...(placeholder !== undefined && { placeholder }),
      }
    }
    case 'integer':
    case 'number': {
      const { min = -Infinity, max = Infinity, step, unit } = field
      return {
        ...base,
        kind: field.kind,
        range: rangeOf(name, min, max, step),
        default: field.default === undefined ? {} : { value: field.default },
        ...(unit !== undefined && { unit }),
      }
    }
    case 'boolean':
      return {
        ...base,
        kind: 'boolean',
        default: field.default === undefined ? {} : { value: field.default },
      }
    case 'choice':
      return {
        ...base,
        kind: 'choice',
        optionsKey: name,
        options: field.options.map((option) =>
          typeof option === 'object' ? option : { value: option, label: String(option) },
        ),
        default: field.default === undefined ? {} : { value: field.default },
      }
    case 'url':
      return {
        ...base,
        kind: 'url',
        httpsOnly: field.httpsOnly ?? false,
        maxLength: 2048,
        placeholder: 'https://',
      }
    case 'file': {
      const { media, formats, maxBytes, most, measured } = field
      const baseRows = media.map((kind) => BASE_ROWS[kind])
      return {
        ...base,
        kind: 'file',
        media,
        formats: formats ?? [...new Set(baseRows.flatMap((row) => row.formats))],
        maxBytes: maxBytes ?? Math.max(...baseRows.map((row) => row.maxBytes)),
        ...(most !== undefined && { maxFiles: { max: most } }),
        ...(wire?.endsWith('[]') && { repeatedPartName: wire }),
        ...(measured && { measurementParameters: withoutUndefined(measured) }),
      }
    }
  }
}

/** The default formats and maximum size of a file, by its kind. */
const BASE_ROWS = { image: fileRows.image, video: fileRows.video, audio: fileRows.audio }

const VOICE = {
  kind: 'voice',
  name: 'voice',
  label: 'Language and voice',
  section: 'main',
  required: true,
  priced: false,
} as const

/** A larger limit of a model is treated as a mistake and ignored. */
const MAX_PLAUSIBLE_LIMIT = 1e9

/** A range that a model can replace with the limits `min_<name>` and `max_<name>`. */
const rangeOf = (name: string, min: number, max: number, step?: number): RangeRule => ({
  limitKeys: { min: `min_${name}`, max: `max_${name}` },
  documentedBounds: { min, max, ...(step !== undefined && { step }) },
  plausible: { min: -Infinity, max: MAX_PLAUSIBLE_LIMIT },
})

const withoutUndefined = (value: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(value).flatMap(([key, name]) => (name === undefined ? [] : [[key, name] as const])),
  )
