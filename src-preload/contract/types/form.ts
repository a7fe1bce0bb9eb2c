import { z } from 'zod'

/** What the user entered, by field name; sizes are two entries, files are references to assets. */
export const valuesSchema = z.record(z.string(), z.json())
export type Values = z.infer<typeof valuesSchema>

/** While entry `field` (its default where it is missing) has one of these values. */
const whenSchema = z.object({
  field: z.string(),
  is: z.array(z.union([z.string(), z.number(), z.boolean()])).min(1),
})
export type When = z.infer<typeof whenSchema>

const base = {
  name: z.string(),
  label: z.string(),
  required: z.boolean(),
  /** The price depends on it. */
  priced: z.boolean().optional(),
  section: z.enum(['main', 'advanced']),
  help: z.string().optional(),
  placeholder: z.string().optional(),
  /** Shown, checked and sent only then; a hidden field's entries stay in the draft. */
  when: whenSchema.optional(),
  /** Of the fields with this group's name exactly one must be given. */
  oneOf: z.string().optional(),
  /** Named by the model alone, and not sent until it is changed; `default` is what the model uses then, as far as it says. */
  fromModel: z.object({ default: z.union([z.string(), z.number(), z.boolean()]).optional() }).optional(),
}
/**
 * Limits of one number; `fixed` when the model allows only one value (min = max). Valid values are multiples of `step`;
 * `min` and `max` are such multiples themselves.
 */
const range = {
  min: z.number().optional(),
  max: z.number().optional(),
  step: z.number().optional(),
  fixed: z.number().optional(),
}
const rangeSchema = z.object(range)
export type Range = z.infer<typeof rangeSchema>

export const sizePresetSchema = z.object({ label: z.string(), width: z.int(), height: z.int() })
export type SizePreset = z.infer<typeof sizePresetSchema>

export const fieldSchema = z.discriminatedUnion('kind', [
  z.object({
    ...base,
    kind: z.literal('text'),
    multiline: z.boolean(),
    minLength: z.int().optional(),
    maxLength: z.int().optional(),
    /** The number of characters is shown from the first on. */
    counter: z.boolean().optional(),
    /** A value offered as a switch in place of own words. */
    special: z.object({ label: z.string(), value: z.string() }).optional(),
    /** Several texts may be given, as an array; up to this many. */
    several: z.int().optional(),
    /** Limits in tokens, which only the service counts: of each text, and of all together. */
    maxTokens: z.number().optional(),
    maxTotalTokens: z.number().optional(),
    /** A long text may be split at its sentences into one job each. */
    split: z.boolean().optional(),
  }),
  z.object({ ...base, ...range, kind: z.literal('integer'), unit: z.string().optional() }),
  z.object({ ...base, ...range, kind: z.literal('number'), unit: z.string().optional() }),
  z.object({ ...base, kind: z.literal('boolean') }),
  z.object({
    ...base,
    kind: z.literal('choice'),
    options: z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() })),
  }),
  /** Two entries in the values, named `width` and `height`; presets already fit the limits. */
  z.object({
    ...base,
    kind: z.literal('size'),
    width: rangeSchema,
    height: rangeSchema,
    presets: z.array(sizePresetSchema),
  }),
  /** Always explicit: the studio rolls it between min and max. */
  z.object({ ...base, kind: z.literal('seed'), min: z.int(), max: z.int() }),
  /** Value: array of {name, weight}. */
  z.object({
    ...base,
    kind: z.literal('loras'),
    options: z.array(z.object({ name: z.string(), label: z.string() })),
    weight: z.object({ min: z.number(), max: z.number(), step: z.number(), default: z.number() }),
  }),
  z.object({ ...base, kind: z.literal('url'), httpsOnly: z.boolean(), maxLength: z.int() }),
  /** Value: array of asset ids, inputs or results, also where only one is taken. */
  z.object({
    ...base,
    kind: z.literal('file'),
    media: z.array(z.enum(['image', 'video', 'audio'])).min(1),
    /** By magic bytes, as extensions. */
    formats: z.array(z.string()).min(1),
    /** How many files. */
    min: z.int(),
    max: z.int(),
    maxBytes: z.int().optional(),
    /** Sides of an image or a video, in pixels. */
    width: rangeSchema.optional(),
    height: rangeSchema.optional(),
    minSeconds: z.number().optional(),
    maxSeconds: z.number().optional(),
    /** A microphone may be used. */
    record: z.boolean(),
  }),
  /** Two entries in the values, `lang` and `voice`; the voice is wanted only while `voiceWhen` holds. */
  z.object({
    ...base,
    kind: z.literal('voice'),
    languages: z.array(
      z.object({
        value: z.string(),
        label: z.string(),
        voices: z.array(z.object({ value: z.string(), label: z.string(), gender: z.string().nullable() })),
      }),
    ),
    voiceWhen: whenSchema.optional(),
  }),
  /** Any further parameters. Value: array of {name, value}, where `value` is the text of a JSON value. */
  z.object({
    ...base,
    kind: z.literal('parameters'),
    /** Names that the form's other fields are sent under. */
    taken: z.array(z.string()),
  }),
])
export type Field = z.infer<typeof fieldSchema>
export type FieldKind = Field['kind']
export type FieldOf<K extends FieldKind> = Extract<Field, { kind: K }>

/** The fields of one operation for one model, as data the window draws. */
export const formSchema = z.object({
  operation: z.string(),
  model: z.object({ slug: z.string(), name: z.string() }),
  fields: z.array(fieldSchema),
  defaults: valuesSchema,
  /** Sent although not shown: what the service wants of a model that leaves nothing to choose. Not part of the values. */
  constants: valuesSchema.optional(),
})
export type Form = z.infer<typeof formSchema>

/** What changing the model did to the values: which entries it reset, from what to what (absent: removed). */
export const resetSchema = z.object({
  field: z.string(),
  label: z.string(),
  from: z.json(),
  to: z.json().optional(),
  /** What it was, in the words of the form it was entered in, as far as they are known. */
  fromText: z.string().optional(),
})
export type Reset = z.infer<typeof resetSchema>
