import type { z } from 'zod'
import { columnsOf, namesOf, toRow } from '../../storage/database/columns.ts'
import type { Database } from '../../storage/database/Database.ts'
import { optionalColumns, requiredColumns } from './JobRecord.ts'
import { createHash } from 'node:crypto'
import {
  jobStateSchema,
  type DuplicateStatus,
  type JobState,
} from '../../../../src-preload/contract/types/job.ts'
import type { WireRequest } from '../../service/http/Exchange.ts'

/** The job that one click requests, before it has a row. */
export type NewJob = z.infer<typeof requiredColumns> &
  Partial<z.infer<typeof optionalColumns>> & {
    /** Inputs of the request, in its order. */
    inputs?: readonly { field: string; assetId: string }[]
  }

/** A job that is ready to be enqueued, without the columns that belong to the click. */
export type PreparedJob = Omit<NewJob, 'id' | 'idempotencyKey' | 'replaces' | 'createdAt'>

const columns = [...columnsOf(requiredColumns), ...columnsOf(optionalColumns)]
const names = namesOf(columns)
const placeholders = names.map((name) =>
  name === 'collection_id' ? '(SELECT id FROM collections WHERE id = ? AND deleted_name IS NULL)' : '?',
)
const INSERT = `INSERT INTO jobs (${names.join(', ')}, state, request_hash, account, rank)
     VALUES (${placeholders.join(', ')}, 'queued', ?, coalesce((SELECT account FROM balance_watch WHERE connection_id = ?), 0),
       1 + max(coalesce((SELECT max(seq) FROM jobs), 0),
         coalesce((SELECT max(rank) FROM jobs WHERE state = 'queued' AND priority = ?), 0)))`

/** Inserts a queued job with its inputs, at the end of the jobs of its priority. A collection that was deleted is left out. */
export function insertJob(database: Database, job: NewJob): void {
  const { priority = 0, connection } = job
  const row = toRow({ ...job, priority }, columns)
  const values = names.map((name) => row[name] ?? null)
  database.run(INSERT, ...values, hashRequestOf(database, job), connection.id, priority)
  for (const [position, { field, assetId }] of (job.inputs ?? []).entries()) {
    const sql = 'INSERT INTO job_inputs (job_id, position, field, asset_id) VALUES (?, ?, ?, ?)'
    database.run(sql, job.id, position, field, assetId)
  }
}

/** What identifies a request: its connection, path, body with the seed, and files by their content. */
export type RequestIdentity = Pick<NewJob, 'connection' | 'request' | 'inputs'>

/** The hash by which a job is stored and found; null if one of its files is not in the library. */
export function hashRequestOf(
  database: Database,
  { connection, request, inputs = [] }: RequestIdentity,
): string | null {
  const files = request.encoding === 'multipart' ? request.files : []
  if (files.length === 0) return hashRequest(connection.id, request, [])
  const hashes = inputs.map(({ field, assetId }) => {
    const sha256 = database.get('SELECT sha256 FROM assets WHERE id = ?', assetId)?.['sha256']
    return typeof sha256 === 'string' ? ([field, sha256] as const) : null
  })
  const known = hashes.filter((hash) => hash !== null)
  return known.length < files.length || known.length < hashes.length
    ? null
    : hashRequest(connection.id, request, known)
}

/** A job with the same request. `asset`: the id of its first result if it is saved. */
export interface IdenticalJob {
  job: string
  kind: DuplicateStatus
  asset: string | null
}

/** Maximum number of identical jobs that are checked, newest first. Each check may access the disk. */
const MAX_CHECKED = 50

/**
 * The newest job with the same request that is saved or open; otherwise the newest that may have been charged. Results in the
 * trash, or without their file (`hasFile`), don't count.
 */
export function findIdenticalJob(
  database: Database,
  identity: RequestIdentity,
  hasFile: (asset: string) => boolean = () => true,
): IdenticalJob | null {
  const hash = hashRequestOf(database, identity)
  if (hash === null) return null
  const rows = database.all(
    `SELECT id, state, (SELECT assets.id FROM assets WHERE job_id = jobs.id AND role = 'result' AND trashed_at IS NULL
         ORDER BY assets.seq LIMIT 1) AS asset
       FROM jobs INDEXED BY jobs_by_hash
       WHERE request_hash = ? AND state NOT IN ('rejected', 'cancelled', 'failed', 'closed') ORDER BY seq DESC LIMIT ${MAX_CHECKED}`,
    hash,
  )
  let uncertain: IdenticalJob | null = null
  for (const row of rows) {
    const state = jobStateSchema.safeParse(row['state']).data
    const kind = state === undefined ? null : getDuplicateStatus(state)
    const asset = typeof row['asset'] === 'string' ? row['asset'] : null
    if (kind === null || (kind === 'completed' && (asset === null || !hasFile(asset)))) continue
    const found = { job: String(row['id']), kind, asset: kind === 'completed' ? asset : null }
    if (kind !== 'uncertain') return found
    uncertain ??= found
  }
  return uncertain
}

/** Equal for the same request of a connection: path, canonical body with its seed, and the hashes of its files by field. */
function hashRequest(
  connectionId: string,
  request: WireRequest,
  files: readonly (readonly [field: string, sha256: string])[],
): string {
  const identity = JSON.stringify([connectionId, request.path, request.text, files])
  return createHash('sha256').update(identity).digest('base64url')
}

const DUPLICATE_STATUS: Partial<Record<JobState, DuplicateStatus>> = {
  saved: 'completed',
  queued: 'in_progress',
  sending: 'in_progress',
  running: 'in_progress',
  saving: 'in_progress',
  unsaved: 'in_progress',
  uncertain: 'uncertain',
  vanished: 'uncertain',
}

/** What an existing job means for another click with the same request; null if it means nothing, for example because it failed. */
const getDuplicateStatus = (state: JobState): DuplicateStatus | null => DUPLICATE_STATUS[state] ?? null
