import { jobStateSchema, type AlreadyKind } from '../../../src-preload/contract/types/job.ts'
import type { Database } from '../storage/Database.ts'
import { alreadyKind } from './alreadyKind.ts'
import type { Intent } from './insertJob.ts'
import { requestHash } from './requestHash.ts'

/** What makes a request the same as another: where it goes, its body with its seed, and its files by what is in them. */
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

/** A job of the same request; `asset`: the first result of a saved one. */
export interface Same {
  job: string
  kind: AlreadyKind
  asset: string | null
}

/** So many of the newest are looked at: more of the same are at hand only where somebody wanted them. */
const LOOKED_AT = 50

/**
 * The newest job of the same request whose result is there or on its way; else the newest that may have been charged.
 * Results in the trash, or whose files are gone (`isThere`), are not there.
 */
export function findSame(
  database: Database,
  asked: Asked,
  isThere: (asset: string) => boolean = () => true,
): Same | null {
  const hash = hashOf(database, asked)
  if (hash === null) return null
  const rows = database.all(
    `SELECT id, state, (SELECT a.id FROM assets a WHERE a.job_id = jobs.id AND a.role = 'result' AND a.trashed_at IS NULL
         ORDER BY a.seq LIMIT 1) AS asset
       FROM jobs INDEXED BY jobs_by_hash
       WHERE request_hash = ? AND state NOT IN ('rejected', 'cancelled', 'failed', 'closed') ORDER BY seq DESC LIMIT ${LOOKED_AT}`,
    hash,
  )
  let unsure: Same | null = null
  for (const row of rows) {
    const state = jobStateSchema.safeParse(row['state']).data
    const kind = state === undefined ? null : alreadyKind(state)
    const asset = typeof row['asset'] === 'string' ? row['asset'] : null
    if (kind === null || (kind === 'made' && (asset === null || !isThere(asset)))) continue
    const same = { job: String(row['id']), kind, asset: kind === 'made' ? asset : null }
    if (kind !== 'unsure') return same
    unsure ??= same
  }
  return unsure
}
