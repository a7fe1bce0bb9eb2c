import { z } from 'zod'
import { assetSchema } from './asset.ts'
import { jobStateSchema } from './job.ts'
import { moneySchema } from './money.ts'
import { problemSchema } from './problem.ts'

/** The properties of a result that a cell needs for its thumbnail. */
const gridAssetSchema = assetSchema
  .pick({
    id: true,
    kind: true,
    mime: true,
    width: true,
    height: true,
    durationMs: true,
    hasThumb: true,
    trashedAt: true,
  })
  .extend({
    /** Beginning of a text; null for other kinds. */
    excerpt: z.string().nullable(),
  })
export type GridAsset = z.infer<typeof gridAssetSchema>

/** A job of a sweep with only what a cell needs. */
export const gridJobSchema = z.object({
  id: z.string(),
  /** Index on each axis, in their order. */
  coordinates: z.array(z.int()),
  /** What distinguishes it from others in its cell, by label: its repetition, its file, its table row. */
  labels: z.record(z.string(), z.string()),
  state: jobStateSchema,
  progress: z.number().min(0).max(100).nullable(),
  /** As in `jobSchema`. */
  preview: z.int(),
  price: moneySchema.nullable(),
  seed: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  problem: problemSchema.nullable(),
  asset: gridAssetSchema.nullable(),
})
export type GridJob = z.infer<typeof gridJobSchema>

/** A sweep with the coordinates of its jobs. Only the newest run of a repeated job is included. */
export const gridSchema = z.object({
  id: z.string(),
  name: z.string(),
  operation: z.string(),
  createdAt: z.int(),
  /** The title of its jobs, if they all have the same one. */
  title: z.string().nullable(),
  axes: z.array(
    z.object({
      field: z.string(),
      /** Null if only the window has a name for it, as for the model. */
      label: z.string().nullable(),
      /** The label of a value, such as the name of a model or an option; null if the value itself is shown. */
      values: z.array(z.object({ value: z.json(), label: z.string().nullable() })),
    }),
  ),
  jobs: z.array(gridJobSchema),
})
export type Grid = z.infer<typeof gridSchema>
