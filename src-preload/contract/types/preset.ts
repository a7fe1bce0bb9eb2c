import { z } from 'zod'
import type { Values } from './form.ts'
import { MAX_PRESETS, MAX_PRESET_NAME_LENGTH, MAX_PRESET_TEXT_LENGTH } from '../../constraints/limits.ts'

const text = z.string().max(MAX_PRESET_TEXT_LENGTH)
const plainValue = z.union([text, z.number(), z.boolean(), z.null()])
/** The parameters of a form, without files. Their depth is bounded, because they may come from a file. */
const boundedValues = z
  .record(
    z.string().max(100),
    z.union([plainValue, z.array(z.union([plainValue, z.record(z.string().max(100), plainValue)])).max(100)]),
  )
  .refine((values) => Object.keys(values).length <= 100)
const presetValuesSchema = z.custom<Values>((value) => boundedValues.safeParse(value).success)

/** Parameters of a task that are saved under a name. */
export const presetSchema = z.object({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(MAX_PRESET_NAME_LENGTH),
  operation: z.string().min(1).max(100),
  /** Null: it fits any model. */
  model: z.object({ slug: z.string().min(1).max(300), name: z.string().max(300) }).nullable(),
  /** The service whose model it is, for display; null without a model. */
  service: z.string().max(300).nullable(),
  values: presetValuesSchema,
  /** A small image as a data URL. */
  picture: z
    .string()
    .max(60_000)
    .regex(/^data:image\/webp;base64,[A-Za-z0-9+/]+={0,2}$/)
    .nullable(),
})
export type Preset = z.infer<typeof presetSchema>

/** A file of presets that was exported. Properties of later versions are ignored. */
export const presetFileSchema = z.object({
  format: z.literal('easel-presets'),
  version: z.literal(1),
  presets: z
    .array(presetSchema.omit({ id: true }))
    .min(1)
    .max(MAX_PRESETS),
})
export type PresetFile = z.infer<typeof presetFileSchema>
