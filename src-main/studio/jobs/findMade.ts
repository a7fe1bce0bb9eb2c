import type { Database } from '../storage/Database.ts'
import type { Intent } from './insertJob.ts'
import { requestHash } from './requestHash.ts'

/** What makes a request the very same as another: where it goes, its body with its seed, and its files by what is in them. */
export type Asked = Pick<Intent, 'connection' | 'request' | 'inputs'>

/** The hash a job is stored and found by; null where a file is not one of the library's. */
export function hashOf(database: Database, { connection, request, inputs = [] }: Asked): string | null {
  const files = request.encoding === 'multipart' ? request.files : []
  if (files.length === 0) return requestHash(connection.id, request, [])
  const hashes = inputs.map(({ field, assetId }) => {
    const sha256 = database.get('SELECT sha256 FROM assets WHERE id = ?', assetId)?.['sha256']
    return typeof sha256 === 'string' ? ([field, sha256] as const) : null
  })
  const known = hashes.filter((one) => one !== null)
  return known.length < files.length || known.length < hashes.length
    ? null
    : requestHash(connection.id, request, known)
}

/** The newest job that made the very same and its result, where that is in the library and not in the trash. */
export function findMade(database: Database, asked: Asked): { job: string; asset: string } | null {
  const hash = hashOf(database, asked)
  const row =
    hash === null
      ? undefined
      : database.get(
          `SELECT j.id AS job, a.id AS asset FROM jobs j JOIN assets a ON a.job_id = j.id
             WHERE j.request_hash = ? AND j.state = 'saved' AND a.role = 'result' AND a.trashed_at IS NULL
             ORDER BY j.seq DESC, a.seq LIMIT 1`,
          hash,
        )
  return row ? { job: String(row['job']), asset: String(row['asset']) } : null
}
