import { z } from 'zod'
import type { ScannedJson } from './scanJson.ts'

const name = z
  .string()
  .max(64)
  .regex(/^[a-z]\w*$/i, 'isn’t a valid field name')
  .refine((name) => !Object.hasOwn(Object.prototype, name), 'isn’t a valid field name')
const shortText = z.string().trim().min(1).max(200)
const scalar = z.union([z.string().max(300), z.number()], 'must be text or a number')

/** A check that a minimum is not above its maximum, for `superRefine`. */
const checkOrder =
  <Min extends string, Max extends string>(min: Min, max: Max) =>
  (values: { readonly [name in Min | Max]?: number | undefined }, context: z.RefinementCtx): void => {
    if ((values[min] ?? -Infinity) > (values[max] ?? Infinity))
      context.addIssue({ code: 'custom', path: [min], message: `must not be above ${max}` })
  }

const base = {
  name,
  label: shortText.optional(),
  /** Name in requests, if it differs from the name. */
  wire: z
    .string()
    .max(100)
    .regex(/^[a-z_]\w*(\[\])?$/i, 'isn’t a valid field name')
    .optional(),
  required: z.boolean().optional(),
  section: z.enum(['main', 'advanced']).optional(),
  /** Whether the price depends on it. */
  priced: z.boolean().optional(),
  help: shortText.optional(),
}
const numbers = {
  min: z.number(),
  max: z.number(),
  step: z.number().positive(),
  default: z.number(),
  unit: shortText,
}
const optionalNumbers = z.object(numbers).partial().shape

/** The name of a kind that an operation has once; it may be left out. */
const ownName = <Kind extends string>(kind: Kind) => ({
  name: z.literal(kind, `must be "${kind}" or left out`).optional(),
})

/** A field that the overrides file adds to an operation. */
const fieldSchema = z.discriminatedUnion('kind', [
  z
    .strictObject({
      ...base,
      kind: z.literal('text'),
      multiline: z.boolean().optional(),
      minLength: z.int().min(0).optional(),
      maxLength: z.int().min(1).optional(),
      default: z.string().max(10_000).optional(),
      placeholder: shortText.optional(),
    })
    .superRefine(checkOrder('minLength', 'maxLength')),
  z
    .strictObject({ ...base, ...optionalNumbers, kind: z.literal('integer') })
    .superRefine(checkOrder('min', 'max')),
  z
    .strictObject({ ...base, ...optionalNumbers, kind: z.literal('number') })
    .superRefine(checkOrder('min', 'max')),
  z.strictObject({ ...base, kind: z.literal('boolean'), default: z.boolean().optional() }),
  z.strictObject({
    ...base,
    kind: z.literal('choice'),
    options: z
      .array(
        z.union(
          [scalar, z.strictObject({ value: scalar, label: shortText })],
          'must be text, a number or an object with "value" and "label"',
        ),
      )
      .min(1)
      .max(200),
    default: scalar.optional(),
  }),
  z.strictObject({ ...base, kind: z.literal('url'), httpsOnly: z.boolean().optional() }),
  z.strictObject({
    ...base,
    kind: z.literal('file'),
    media: z
      .array(z.enum(['image', 'video', 'audio']))
      .min(1)
      .max(3),
    formats: z
      .array(z.string().regex(/^[a-z0-9]{1,10}$/, 'must be a file extension in lower case'))
      .min(1)
      .max(50)
      .optional(),
    maxBytes: z.int().min(1).optional(),
    /** The maximum number of files. */
    most: z.int().min(1).max(100).optional(),
    /** Names in the price request for the file's measurements: sides in pixels, duration in seconds or in whole seconds, rounded up. */
    measured: z
      .strictObject({ width: name, height: name, seconds: name, wholeSeconds: name })
      .partial()
      .optional(),
  }),
  z.strictObject({ ...ownName('size'), kind: z.literal('size'), required: z.boolean().optional() }),
  z.strictObject({ ...ownName('seed'), kind: z.literal('seed') }),
  z.strictObject({ ...ownName('loras'), kind: z.literal('loras') }),
  z.strictObject({ ...ownName('voice'), kind: z.literal('voice') }),
])
export type AddedField = z.infer<typeof fieldSchema>

const path = z
  .string()
  .max(200)
  .regex(/^[a-z0-9][\w-]*(\/[\w-]+)*$/i, 'must be a path below the service URL, such as "img-upscale"')
const wireName = z
  .string()
  .max(100)
  .regex(/^[a-z_]\w*(\[\])?$/i, 'isn’t a valid field name')
const encoding = z.enum(['json', 'multipart', 'json-unless-file'])
const format = z.string().regex(/^[a-z0-9]{1,10}$/, 'must be a file extension in lower case')
const count = z.int().min(1).max(100)

const files = z
  .strictObject({
    formats: z.array(format).min(1).max(50),
    maxBytes: z.int().min(1),
    maxFiles: count,
    /** In pixels. */
    minSide: z.int().min(1),
    maxSide: z.int().min(1),
    minSeconds: z.number().min(0),
    maxSeconds: z.number().positive(),
  })
  .partial()
  .superRefine(checkOrder('minSide', 'maxSide'))
  .superRefine(checkOrder('minSeconds', 'maxSeconds'))

/** What the user may change about one operation. Everything else comes from its built-in definition. */
const operationOverrideSchema = z
  .strictObject({
    /** Additional names of the inference type in the models endpoint. */
    types: z.array(z.string().trim().min(1).max(100)).max(20),
    path,
    encoding,
    price: z
      .strictObject({
        path,
        encoding,
        /** Names of the fields in a price request. Absent: all but the webhook address. */
        fields: z.array(z.string().max(100)).max(100),
        /** New names in the price body for measurements and counts, by their default names. */
        wire: z.record(wireName, wireName),
      })
      .partial(),
    /**
     * Names in requests by the key of a value in the form (a size has two: `width` and `height`); `image[]` sets the name of each of
     * several files.
     */
    wire: z.record(wireName, wireName),
    /** Limits of the files of a field. */
    files: z.record(z.string(), files),
    /** Additional fields of an operation, or all fields of a new operation. */
    fields: z.array(fieldSchema).max(100),
    /** The output of a new operation, which determines where it is listed and how its results are shown. */
    makes: z.enum(['image', 'video', 'audio', 'text', 'transcript', 'ocr', 'embedding']),
    /** The name of a new operation. */
    name: z.string().trim().min(1).max(100),
    /** The field whose value is the title of its jobs. */
    title: z.string().max(64),
  })
  .partial()
export type OperationOverride = z.infer<typeof operationOverrideSchema>

/** The overrides file: operations by id. `$comment` is ignored. */
const overridesSchema = z.record(
  z.string(),
  z.union([z.string(), operationOverrideSchema], 'must be an object'),
)

/** An error in the overrides file. */
export interface OverrideError {
  /** Keys from the root to the error. */
  path: readonly string[]
  message: string
  /** The line of the error. Absent: the line of `path`. */
  line?: number
}

export interface ParsedOverrides {
  overrides: Map<string, OperationOverride>
  /** If there are any, `overrides` is empty. */
  errors: OverrideError[]
}

const COMMENT = '$comment'

/** Parses the overrides file. Returns either all overrides or the errors. */
export function readOverrides(text: string, { syntaxError, duplicateKeys }: ScannedJson): ParsedOverrides {
  const noOverrides = new Map<string, OperationOverride>()
  if (text.trim() === '') return { overrides: noOverrides, errors: [] }
  if (syntaxError) return { overrides: noOverrides, errors: [syntaxErrorOf(syntaxError)] }
  const duplicates = duplicateKeys.map(({ path, line }) => ({
    path,
    line,
    message: 'is listed twice',
  }))
  const parsed = overridesSchema.safeParse(JSON.parse(text))
  if (!parsed.success)
    return { overrides: noOverrides, errors: [...duplicates, ...parsed.error.issues.flatMap(errorsOf)] }
  const overrides = new Map<string, OperationOverride>()
  const errors: OverrideError[] = [...duplicates]
  for (const [id, override] of Object.entries(parsed.data)) {
    if (typeof override !== 'string') overrides.set(id, override)
    else if (id !== COMMENT) errors.push({ path: [id], message: 'must be an object, not text' })
  }
  return errors.length > 0 ? { overrides: noOverrides, errors } : { overrides, errors }
}

function syntaxErrorOf({
  line,
  column,
  found,
  isAfterComma,
}: NonNullable<ScannedJson['syntaxError']>): OverrideError {
  const reason = found === '' ? 'it ends too early' : `“${found}” is unexpected`
  const hint = isAfterComma && '}]'.includes(found) && found !== '' ? '; remove the comma before it' : ''
  return { path: [], line, message: `The file isn’t valid JSON: at character ${column} ${reason}${hint}` }
}

/** The errors in an issue of zod. For an object that no member of a union accepts, they are the errors inside it. */
function errorsOf(issue: z.core.$ZodIssue): OverrideError[] {
  const path = issue.path.map(String)
  if (issue.code === 'invalid_union') {
    const inside = issue.errors.find((errors) => errors.some((nested) => nested.path.length > 0))
    if (inside)
      return inside.flatMap((nested) => errorsOf({ ...nested, path: [...issue.path, ...nested.path] }))
    return [{ path, message: path.at(-1) === 'kind' ? 'isn’t a known kind of field' : issue.message }]
  }
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: 'unknown setting' }))
  return [{ path, message: issue.message }]
}
