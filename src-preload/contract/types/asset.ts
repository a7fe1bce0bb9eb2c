import { z } from 'zod'
import { foundParametersSchema } from './foundParameters.ts'
import { valuesSchema } from './form.ts'
import { moneySchema } from './money.ts'

export const assetKindSchema = z.enum(['image', 'video', 'audio', 'text', 'embedding', 'other'])
export type AssetKind = z.infer<typeof assetKindSchema>

/** A saved file of the library. Its bytes are read by `media.url('asset', id)`. */
export const assetSchema = z.object({
  id: z.string(),
  jobId: z.string().nullable(),
  /** `alternative`: the same result in another format, listed with its result instead of as its own tile. */
  role: z.enum(['result', 'alternative', 'input']),
  kind: assetKindSchema,
  mime: z.string(),
  /** Format detected from its magic bytes, as a file extension: png, jpg, webp… */
  format: z.string(),
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  durationMs: z.int().nullable(),
  sha256: z.string(),
  createdAt: z.int(),
  trashedAt: z.int().nullable(),
  hasThumb: z.boolean(),
  /** The original file name of an input; only for display. */
  name: z.string().nullable(),
  /** The asset that it was derived from, such as the video of a frame. */
  sourceId: z.string().nullable(),
  /** When it was starred; only results can be. */
  starredAt: z.int().nullable(),
  /** 1 to 5; 0 if it has none. */
  rating: z.int().min(0).max(5),
})
export type Asset = z.infer<typeof assetSchema>

/** A gallery tile: the asset with the data for its caption. */
export const tileSchema = assetSchema.extend({
  title: z.string(),
  modelName: z.string(),
  price: moneySchema.nullable(),
  seed: z.int().nullable(),
  operation: z.string().nullable(),
  /** Beginning of a text; null for other kinds, empty for an empty text. */
  excerpt: z.string().nullable(),
})
export type Tile = z.infer<typeof tileSchema>

/** One entry of the parameters as its form shows it. Files are not included, because they are among the inputs. */
export const parameterLineSchema = z.object({
  name: z.string(),
  label: z.string(),
  text: z.string(),
  /** `multiline`: a text that the user wrote, of any length and with line breaks. `singleLine`: a short text on one line. */
  as: z.enum(['multiline', 'singleLine']),
})
export type ParameterLine = z.infer<typeof parameterLineSchema>

/** Everything that is needed to reproduce a result. */
export const parametersSchema = z.object({
  operation: z.string(),
  operationName: z.string(),
  model: z.object({ slug: z.string(), name: z.string() }),
  connectionName: z.string(),
  values: valuesSchema,
  /** The values for display, even if the model or its options no longer exist; the title text first. */
  lines: z.array(parameterLineSchema),
  requestId: z.string().nullable(),
  price: moneySchema.nullable(),
  quotedAt: z.int().nullable(),
  seed: z.int().nullable(),
  createdAt: z.int(),
  /** Milliseconds from sending to completion, as in a job. */
  tookMs: z.int().nullable(),
})
export type Parameters = z.infer<typeof parametersSchema>

/** What is known about how an imported result was made, with the same texts for display. */
const foundResultSchema = foundParametersSchema
  .pick({ form: true, program: true, operation: true, model: true, values: true, others: true })
  .extend({
    operationName: z.string().nullable(),
    ...parametersSchema.pick({ lines: true, seed: true }).shape,
  })
export type FoundResult = z.infer<typeof foundResultSchema>

/** The best viewer for an asset; `file` if there is none. */
export const viewerSchema = z.enum([
  'image',
  'video',
  'audio',
  'transcript',
  'ocr',
  'embedding',
  'text',
  'file',
])
export type Viewer = z.infer<typeof viewerSchema>

export const assetDetailSchema = z.object({
  asset: assetSchema,
  viewer: viewerSchema,
  /** The inputs of its job, in the order of the form. */
  inputs: z.array(z.object({ field: z.string(), label: z.string(), asset: assetSchema })),
  title: z.string(),
  alternatives: z.array(assetSchema),
  /** Its tags, sorted. */
  tags: z.array(z.string()),
  /** The user's note; empty if there is none. */
  note: z.string(),
  /** Its collections, sorted by name. */
  collections: z.array(z.object({ id: z.string(), name: z.string() })),
  parameters: parametersSchema.nullable(),
  /** The parameters that were found when it was imported; null for a result of a job. */
  foundParameters: foundResultSchema.nullable(),
  /** What is said in generated speech; null if it is unknown or nothing is said. */
  spokenText: z.string().nullable(),
  /** File name inside the library folder, for display. */
  fileName: z.string(),
})
export type AssetDetail = z.infer<typeof assetDetailSchema>

/** A task that accepts an asset. */
export const assetUseSchema = z.object({
  operation: z.string(),
  operationName: z.string(),
  field: z.string(),
  fieldLabel: z.string(),
  group: z.enum(['image', 'video', 'audio', 'text']),
  /** Whether the current connection lists a model for it. */
  available: z.boolean(),
  /** Name of the text field with the transcript of the asset. */
  transcriptField: z.string().optional(),
  /** For a field that only some forms show: the values that show it, and the slugs of the models that have it, in the order of the list. */
  visibleWhen: z.object({ values: valuesSchema, models: z.array(z.string()) }).optional(),
})
export type AssetUse = z.infer<typeof assetUseSchema>
