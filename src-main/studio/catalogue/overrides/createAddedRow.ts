import { labelFromName } from '../values/plainText.ts'
import type { FieldRow, RangeRule } from '../Operation.ts'
import { fileRows } from '../rows/fileRows.ts'
import { sharedRows } from '../rows/sharedRows.ts'
import type { AddedField } from './overrideSchema.ts'

/** The row of a field that the overrides file adds. A model's limits and defaults under its name apply as for any other row. */
export function createAddedRow(field: AddedField): FieldRow {
  if (field.kind === 'size') return field.required ? sharedRows.size : sharedRows.optionalSize
  if (field.kind === 'seed') return sharedRows.seed
  if (field.kind === 'loras') return sharedRows.loras
  if (field.kind === 'voice') return { ...VOICE }
  const { name, label, wire, section = 'main', priced = false, help } = field
  const start = 'default' in field ? field.default : undefined
  const base = {
    name,
    label: label ?? labelFromName(name),
    section,
    // A field with a default is always sent.
    required: field.required ?? start !== undefined,
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
        acceptsText: multiline,
        length: rangeOf(name, minLength, maxLength),
        standIn: 'a text',
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
        list: name,
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
        ...(most !== undefined && { count: { max: most } }),
        ...(wire?.endsWith('[]') && { repeatedName: wire }),
        ...(measured && { measured: withoutUndefined(measured) }),
      }
    }
  }
}

const BASE_ROWS = { image: fileRows.image, video: fileRows.video, audio: fileRows.audio }

const VOICE = {
  kind: 'voice',
  name: 'voice',
  label: 'Language and voice',
  section: 'main',
  required: true,
  priced: false,
} as const

const rangeOf = (name: string, min: number, max: number, step?: number): RangeRule => ({
  limits: { min: `min_${name}`, max: `max_${name}` },
  bounds: { min, max, ...(step !== undefined && { step }) },
  sane: { min: -Infinity, max: 1e9 },
})

const withoutUndefined = (value: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(value).flatMap(([key, name]) => (name === undefined ? [] : [[key, name] as const])),
  )
