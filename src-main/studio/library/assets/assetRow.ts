import { z } from 'zod'
import { type Asset, assetKindSchema } from '../../../../src-preload/contract/types/asset.ts'

/** Validates a row of `assets`. */
export const assetRowSchema = z.object({
  seq: z.int(),
  id: z.string(),
  job_id: z.string().nullable(),
  role: z.enum(['result', 'alternative', 'input']),
  kind: assetKindSchema,
  mime: z.string(),
  format: z.string(),
  path: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  duration_ms: z.int().nullable(),
  has_thumb: z.int(),
  created_at: z.int(),
  trashed_at: z.int().nullable(),
  name: z.string().nullable(),
  source_id: z.string().nullable(),
  starred_at: z.int().nullable(),
})
export type AssetRow = z.infer<typeof assetRowSchema>

export const toAsset = (row: AssetRow): Asset => ({
  id: row.id,
  jobId: row.job_id,
  role: row.role,
  kind: row.kind,
  mime: row.mime,
  format: row.format,
  bytes: row.bytes,
  width: row.width,
  height: row.height,
  durationMs: row.duration_ms,
  sha256: row.sha256,
  createdAt: row.created_at,
  trashedAt: row.trashed_at,
  hasThumb: row.has_thumb === 1,
  name: row.name,
  sourceId: row.source_id,
  starredAt: row.starred_at,
})
