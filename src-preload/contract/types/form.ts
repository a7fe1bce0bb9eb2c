import { z } from 'zod'

/** The entered values by name. A size has two entries; files are references to assets. */
export const valuesSchema = z.record(z.string(), z.json())
export type Values = z.infer<typeof valuesSchema>

/** A condition: the entry `field`, or its default if it is missing, has one of these values. */
const conditionSchema = z.object({
  field: z.string(),
  is: z.array(z.union([z.string(), z.number(), z.boolean()])).min(1),
})
export type Condition = z.infer<typeof conditionSchema>

const commonProperties = {
  name: z.string(),
  label: z.string(),
  required: z.boolean(),
  /** Whether the price depends on it. */
  priced: z.boolean().optional(),
  section: z.enum(['main', 'advanced']),
  /** Other names by which a rejected job may refer to it, because the form runs as one of several operations. */
  aliases: z.array(z.string()).optional(),
  help: z.string().optional(),
  placeholder: z.string().optional(),
  /** Shown, checked and sent only if this holds. The entries of a hidden field stay in the draft. */
  when: conditionSchema.optional(),
  /** Exactly one of the fields with this group name must have a value. */
  oneOf: z.string().optional(),
  /** Only stated by the model, and not sent until the user changes it; `default` is what the model uses, if stated. */
  fromModel: z.object({ default: z.union([z.string(), z.number(), z.boolean()]).optional() }).optional(),
}
/**
 * Limits of a number; `fixed` if the model allows only one value (min = max). Valid values are multiples of `step`;
 * `min` and `max` are such multiples themselves.
 */
const rangeProperties = {
  min: z.number().optional(),
  max: z.number().optional(),
  step: z.number().optional(),
  fixed: z.number().optional(),
}
const rangeSchema = z.object(rangeProperties)
export type Range = z.infer<typeof rangeSchema>

export const sizePresetSchema = z.object({ label: z.string(), width: z.int(), height: z.int() })
export type SizePreset = z.infer<typeof sizePresetSchema>

export const fieldSchema = z.discriminatedUnion('kind', [
  z.object({
    ...commonProperties,
    kind: z.literal('text'),
    multiline: z.boolean(),
    minLength: z.int().optional(),
    maxLength: z.int().optional(),
    /** Whether the number of characters is always shown. */
    counter: z.boolean().optional(),
    /** A value that is offered as a switch instead of a text. */
    special: z.object({ label: z.string(), value: z.string() }).optional(),
    /** The maximum number of texts, which are then an array. */
    several: z.int().optional(),
    /** Limits in tokens, which only the service can count: of each text, and in total. */
    maxTokens: z.number().optional(),
    maxTotalTokens: z.number().optional(),
    /** Whether a long text may be split into sentences, each its own job. */
    split: z.boolean().optional(),
  }),
  z.object({
    ...commonProperties,
    ...rangeProperties,
    kind: z.literal('integer'),
    unit: z.string().optional(),
  }),
  z.object({
    ...commonProperties,
    ...rangeProperties,
    kind: z.literal('number'),
    unit: z.string().optional(),
  }),
  z.object({ ...commonProperties, kind: z.literal('boolean') }),
  z.object({
    ...commonProperties,
    kind: z.literal('choice'),
    options: z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() })),
  }),
  /** Two entries in the values, named `width` and `height`; presets already fit the limits. */
  z.object({
    ...commonProperties,
    kind: z.literal('size'),
    width: rangeSchema,
    height: rangeSchema,
    presets: z.array(sizePresetSchema),
    /** Name of the file field whose first image determines the aspect ratio, until the user enters a size. */
    follows: z.string().optional(),
  }),
  /** Always sent: the studio generates it between min and max. */
  z.object({ ...commonProperties, kind: z.literal('seed'), min: z.int(), max: z.int() }),
  /** Value: array of {name, weight}. */
  z.object({
    ...commonProperties,
    kind: z.literal('loras'),
    options: z.array(z.object({ name: z.string(), label: z.string() })),
    weight: z.object({ min: z.number(), max: z.number(), step: z.number(), default: z.number() }),
  }),
  z.object({ ...commonProperties, kind: z.literal('url'), httpsOnly: z.boolean(), maxLength: z.int() }),
  /** Value: array of asset ids (inputs or results), even if only one is accepted. */
  z.object({
    ...commonProperties,
    kind: z.literal('file'),
    media: z.array(z.enum(['image', 'video', 'audio'])).min(1),
    /** Detected from magic bytes, as file extensions. */
    formats: z.array(z.string()).min(1),
    /** The minimum and maximum number of files. */
    min: z.int(),
    max: z.int(),
    maxBytes: z.int().optional(),
    /** Sides of an image or a video, in pixels. */
    width: rangeSchema.optional(),
    height: rangeSchema.optional(),
    minSeconds: z.number().optional(),
    maxSeconds: z.number().optional(),
    /** Whether the user may record it with a microphone. */
    record: z.boolean(),
    /** Name of the text field with the transcript of the file, for an audio file with speech. */
    transcriptField: z.string().optional(),
  }),
  /** Two entries in the values, `lang` and `voice`; the voice is required only while `voiceWhen` holds. */
  z.object({
    ...commonProperties,
    kind: z.literal('voice'),
    languages: z.array(
      z.object({
        value: z.string(),
        label: z.string(),
        voices: z.array(z.object({ value: z.string(), label: z.string(), gender: z.string().nullable() })),
      }),
    ),
    voiceWhen: conditionSchema.optional(),
  }),
  /** Additional parameters. Value: array of {name, value}, where `value` is the text of a JSON value. */
  z.object({
    ...commonProperties,
    kind: z.literal('parameters'),
    /** Request names that other fields of the form use. */
    taken: z.array(z.string()),
  }),
])
export type Field = z.infer<typeof fieldSchema>
export type FieldKind = Field['kind']
export type FieldOf<K extends FieldKind> = Extract<Field, { kind: K }>

/** The fields of an operation for a model, as data that the window renders. */
export const formSchema = z.object({
  operation: z.string(),
  model: z.object({ slug: z.string(), name: z.string() }),
  fields: z.array(fieldSchema),
  defaults: valuesSchema,
  /** Values that are sent but not shown, because the service requires them and the model leaves no choice. Not part of the values. */
  constants: valuesSchema.optional(),
})
export type Form = z.infer<typeof formSchema>

/** An entry that changing the model has reset. Without `to` it was removed. */
export const resetSchema = z.object({
  field: z.string(),
  label: z.string(),
  from: z.json(),
  to: z.json().optional(),
  /** The label of the previous value in its form, if known. */
  fromText: z.string().optional(),
})
export type Reset = z.infer<typeof resetSchema>
