import { z } from 'zod'
import { assetSchema } from './asset.ts'
import { jobStateSchema } from './job.ts'
import { moneySchema } from './money.ts'
import { problemSchema } from './problem.ts'

/** What a cell shows of a result: enough for its thumbnail. */
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
    /** Beginning of a text; null for anything else. */
    excerpt: z.string().nullable(),
  })
export type GridAsset = z.infer<typeof gridAssetSchema>

/** One job of a sweep, as small as a cell needs. */
export const gridJobSchema = z.object({
  id: z.string(),
  /** Index on each axis, in their order. */
  at: z.array(z.int()),
  /** What tells it from the others of its cell: which of the count, its file, its table row. */
  words: z.record(z.string(), z.string()),
  state: jobStateSchema,
  progress: z.number().min(0).max(100).nullable(),
  preview: z.int(),
  price: moneySchema.nullable(),
  seed: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  problem: problemSchema.nullable(),
  asset: gridAssetSchema.nullable(),
})
export type GridJob = z.infer<typeof gridJobSchema>

/** A sweep with where each of its jobs stands. Of a job that was repeated, the newest one. */
export const gridSchema = z.object({
  id: z.string(),
  name: z.string(),
  operation: z.string(),
  createdAt: z.int(),
  /** What all its jobs were asked for in words, where that is the same. */
  title: z.string().nullable(),
  axes: z.array(
    z.object({
      field: z.string(),
      /** Null where only the window has a word for it, as for the model. */
      label: z.string().nullable(),
      /** The label of a value: a model's name, an option's words; null: the value speaks for itself. */
      values: z.array(z.object({ value: z.json(), label: z.string().nullable() })),
    }),
  ),
  jobs: z.array(gridJobSchema),
})
export type Grid = z.infer<typeof gridSchema>
