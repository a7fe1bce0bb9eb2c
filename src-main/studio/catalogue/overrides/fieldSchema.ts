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
