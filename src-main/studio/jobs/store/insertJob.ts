import type { z } from 'zod'
import { columnsOf, namesOf, toRow } from '../../storage/database/columns.ts'
import type { Database } from '../../storage/database/Database.ts'
import { hashOf } from './findIdenticalJob.ts'
import { optionalColumns, requiredColumns } from './jobColumns.ts'

/** What one click requests, before it has a state. */
export type Intent = z.infer<typeof requiredColumns> &
  Partial<z.infer<typeof optionalColumns>> & {
    /** Inputs of the request, in its order. */
    inputs?: readonly { field: string; assetId: string }[]
  }

/** An intent without the parts that belong to the click. */
export type Prepared = Omit<Intent, 'id' | 'idempotencyKey' | 'replaces' | 'createdAt'>

const columns = [...columnsOf(requiredColumns), ...columnsOf(optionalColumns)]
const names = namesOf(columns)
const placeholders = names.map((name) =>
  name === 'collection_id' ? '(SELECT id FROM collections WHERE id = ?)' : '?',
)
const INSERT = `INSERT INTO jobs (${names.join(', ')}, state, request_hash, account, rank)
     VALUES (${placeholders.join(', ')}, 'queued', ?, coalesce((SELECT account FROM balance_watch WHERE connection_id = ?), 0),
       1 + max(coalesce((SELECT max(seq) FROM jobs), 0),
         coalesce((SELECT max(rank) FROM jobs WHERE state = 'queued' AND priority = ?), 0)))`

/** Writes an intent and its inputs after those of its priority, with its collection if that still exists. */
export function insertJob(database: Database, intent: Intent): void {
  const { priority = 0, connection } = intent
  const row = toRow({ ...intent, priority }, columns)
  const values = names.map((name) => row[name] ?? null)
  database.run(INSERT, ...values, hashOf(database, intent), connection.id, priority)
  for (const [position, { field, assetId }] of (intent.inputs ?? []).entries()) {
    const sql = 'INSERT INTO job_inputs (job_id, position, field, asset_id) VALUES (?, ?, ?, ?)'
    database.run(sql, intent.id, position, field, assetId)
  }
}
