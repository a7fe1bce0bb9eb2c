import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import type { Database } from '../../storage/database/Database.ts'

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
