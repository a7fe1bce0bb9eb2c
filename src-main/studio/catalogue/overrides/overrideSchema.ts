import { z } from 'zod'

const name = z
  .string()
  .max(64)
  .regex(/^[a-z]\w*$/i, 'is not a name of a field')
  .refine((one) => !Object.hasOwn(Object.prototype, one), 'is not a name of a field')
const words = z.string().trim().min(1).max(200)
const scalar = z.union([z.string().max(300), z.number()])

const base = {
  name,
  label: words.optional(),
  /** Name on the wire, where it is another. */
  wire: z
    .string()
    .max(100)
    .regex(/^[a-z_]\w*(\[\])?$/i, 'is not a name of a field')
    .optional(),
  required: z.boolean().optional(),
  section: z.enum(['main', 'advanced']).optional(),
  /** There is no price without it. */
  priced: z.boolean().optional(),
  help: words.optional(),
}
const numbers = {
  min: z.number(),
  max: z.number(),
  step: z.number().positive(),
  default: z.number(),
  unit: words,
}
const optionalNumbers = z.object(numbers).partial().shape

/** A field that the settings file adds to a task. */
export const fieldSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...base,
    kind: z.literal('text'),
    multiline: z.boolean().optional(),
    minLength: z.int().min(0).optional(),
    maxLength: z.int().min(1).optional(),
    default: z.string().max(10_000).optional(),
    placeholder: words.optional(),
  }),
  z.strictObject({ ...base, ...optionalNumbers, kind: z.literal('integer') }),
  z.strictObject({ ...base, ...optionalNumbers, kind: z.literal('number') }),
  z.strictObject({ ...base, kind: z.literal('boolean'), default: z.boolean().optional() }),
  z.strictObject({
    ...base,
    kind: z.literal('choice'),
    options: z
      .array(z.union([scalar, z.strictObject({ value: scalar, label: words })]))
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
      .array(z.string().regex(/^[a-z0-9]{1,10}$/, 'is not a file extension in small letters'))
      .min(1)
      .max(50)
      .optional(),
    maxBytes: z.int().min(1).optional(),
    most: z.int().min(1).max(100).optional(),
    /** Names in the price request of what is measured of it. */
    measured: z
      .strictObject({ width: name, height: name, seconds: name, wholeSeconds: name })
      .partial()
      .optional(),
  }),
  z.strictObject({ kind: z.literal('size'), required: z.boolean().optional() }),
  z.strictObject({ kind: z.literal('seed') }),
  z.strictObject({ kind: z.literal('loras') }),
  z.strictObject({ kind: z.literal('voice') }),
])
export type AddedField = z.infer<typeof fieldSchema>

const path = z
  .string()
  .max(200)
  .regex(/^[a-z0-9][\w-]*(\/[\w-]+)*$/i, 'is not a path below the service, such as "img-upscale"')
const wireName = z
  .string()
  .max(100)
  .regex(/^[a-z_]\w*(\[\])?$/i, 'is not a name of a field')
const encoding = z.enum(['json', 'multipart', 'json-unless-file'])
const format = z.string().regex(/^[a-z0-9]{1,10}$/, 'is not a file extension in small letters')
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

/** What a person may change of one operation; everything else stays as the row says. */
const operationOverrideSchema = z
  .strictObject({
    /** More names that the models endpoint gives the inference type. */
    types: z.array(z.string().trim().min(1).max(100)).max(20),
    path,
    encoding,
    price: z
      .strictObject({
        path,
        encoding,
        /** Names of the fields that a price request holds; without it, all but the webhook address. */
        fields: z.array(z.string().max(100)).max(100),
        /** Names in the price body of what is measured or counted: from the usual one to another. */
        wire: z.record(wireName, wireName),
      })
      .partial(),
    /** Names on the wire by entry; `image[]` stands for the name of each of several. */
    wire: z.record(wireName, wireName),
    /** Limits of the files of a field. */
    files: z.record(z.string(), files),
    /** Fields that the task has besides its own; of a new task, all. */
    fields: z.array(fieldSchema).max(100),
    /** Of a new task: what comes out, which says where it is listed and how it is shown. */
    makes: z.enum(['image', 'video', 'audio', 'text', 'transcript', 'ocr', 'embedding']),
    /** Of a new task: what it is called, and which field says in words what was asked for. */
    name: z.string().trim().min(1).max(100),
    title: z.string().max(64),
  })
  .partial()
export type OperationOverride = z.infer<typeof operationOverrideSchema>

/** The settings file: operations by id. `$comment` is for people. */
export const overridesSchema = z.record(z.string(), z.union([z.string(), operationOverrideSchema]))

/** Something wrong in the settings file. */
export interface Mistake {
  /** Keys from the root to it. */
  path: readonly string[]
  words: string
  /** Where it is not that of the path. */
  line?: number
}
