import { z } from 'zod'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import { assetRowSchema, toAsset } from './assetRow.ts'

const EXCERPT = 200

/** A row of `assets` joined with the job and text columns shown in the tile caption. */
export const tileRowSchema = assetRowSchema.extend({
  title: z.string().nullable(),
  model_name: z.string().nullable(),
  price: z.int().nonnegative().nullable(),
  seed: z.int().nullable(),
  operation: z.string().nullable(),
  excerpt: z.string().nullable(),
})

/** Columns and joins of `tileRowSchema`, from `assets a`. */
export const TILE_COLUMNS = `a.*, j.title, j.model_name, j.price, j.seed, j.operation, substr(t.words, 1, ${EXCERPT}) AS excerpt`
export const TILE_JOINS = 'LEFT JOIN jobs j ON j.id = a.job_id LEFT JOIN asset_texts t ON t.asset_id = a.id'

/** Inputs have no job, so their file name is used as the title. */
export const toTile = (row: z.infer<typeof tileRowSchema>): Tile => ({
  ...toAsset(row),
  title: row.title ?? row.name ?? '',
  modelName: row.model_name ?? '',
  price: row.price,
  seed: row.seed,
  operation: row.operation,
  excerpt: row.excerpt,
})
