import { z } from 'zod'
import {
  type Asset,
  assetKindSchema,
  type Tile,
  type AssetKind,
  type Viewer,
} from '../../../../src-preload/contract/types/asset.ts'
import type { Database } from '../../storage/database/Database.ts'

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
  rating: z.int().min(0).max(5),
  note: z.string(),
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
  rating: row.rating,
})

/** Writes the row of a new asset; `path` is relative to the folder of its role. Returns its sequence number. */
export function insertAsset(database: Database, asset: Asset, path: string): number {
  const row = database.get(
    `INSERT INTO assets (id, job_id, role, kind, mime, format, path, bytes, sha256, width, height, duration_ms,
       created_at, name, source_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
    asset.id,
    asset.jobId,
    asset.role,
    asset.kind,
    asset.mime,
    asset.format,
    path,
    asset.bytes,
    asset.sha256,
    asset.width,
    asset.height,
    asset.durationMs,
    asset.createdAt,
    asset.name,
    asset.sourceId,
  )
  return Number(row?.['seq'])
}

const MAX_EXCERPT_LENGTH = 200

/** A row of `assets` joined with the job and text columns shown in the tile caption. */
export const tileRowSchema = assetRowSchema.extend({
  title: z.string().nullable(),
  model_name: z.string().nullable(),
  price: z.int().nonnegative().nullable(),
  seed: z.int().nullable(),
  operation: z.string().nullable(),
  excerpt: z.string().nullable(),
})

/** Columns and joins for rows of `tileRowSchema`; the query must name the table `assets a`. */
export const TILE_COLUMNS = `a.*, j.title, j.model_name, j.price, j.seed, j.operation, substr(t.words, 1, ${MAX_EXCERPT_LENGTH}) AS excerpt`
export const TILE_JOINS = 'LEFT JOIN jobs j ON j.id = a.job_id LEFT JOIN asset_texts t ON t.asset_id = a.id'

/** Inputs and imported results have no job, so their file name is used as the title. */
export const toTile = (row: z.infer<typeof tileRowSchema>): Tile => ({
  ...toAsset(row),
  title: row.title ?? row.name ?? '',
  modelName: row.model_name ?? '',
  price: row.price,
  seed: row.seed,
  operation: row.operation,
  excerpt: row.excerpt,
})

/** The kind of file that a viewer can show. */
const SHOWN_KIND: Record<Viewer, AssetKind | null> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  transcript: 'text',
  ocr: 'text',
  embedding: 'embedding',
  text: 'text',
  file: null,
}

const DEFAULT_VIEWER: Record<AssetKind, Viewer> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  text: 'text',
  embedding: 'embedding',
  other: 'file',
}

/** The viewer of the operation if it can show this kind of file, otherwise the default viewer of the kind. */
export const chooseViewer = (kind: AssetKind, preferred: Viewer | null): Viewer =>
  preferred !== null && SHOWN_KIND[preferred] === kind ? preferred : DEFAULT_VIEWER[kind]
