import type { Values } from '../../../../src-preload/contract/types/form.ts'
import type { WireRequest } from '../../service/client/Exchange.ts'
import type { Database } from '../../storage/database/Database.ts'
import { hashOf } from './findSame.ts'
import type { JobRecord } from './JobRecord.ts'

/** What one click requests, before it has a state. */
export interface Intent {
  id: string
  idempotencyKey: string
  replaces: string | null
  connection: { id: string; name: string }
  operation: string
  model: { slug: string; name: string }
  title: string
  values: Values
  request: WireRequest
  price: number | null
  quotedAt: number | null
  seed: number | null
  width: number | null
  height: number | null
  /** Inputs of the request, in its order. */
  inputs?: readonly { field: string; assetId: string }[]
  createdAt: number
  /** Absent: a single job. */
  batch?: string | null
  /** Priority. 0 or absent: a single job, sent before 1: a job of a batch. */
  lane?: number
  label?: JobRecord['label']
  /** The collection that its results are added to. */
  collection?: string | null
}

/** An intent without the parts that belong to the click. */
export type Prepared = Omit<Intent, 'id' | 'idempotencyKey' | 'replaces' | 'createdAt'>

/** Writes an intent and its inputs at the end of its lane, with its collection if that still exists. */
export function insertJob(database: Database, intent: Intent): void {
  database.run(
    `INSERT INTO jobs (id, press, replaces, connection_id, connection_name, operation, model_slug, model_name, title,
      form_values, request, state, price, quoted_at, seed, width, height, created_at, batch_id, row_label, request_hash,
      collection_id, lane, account, rank)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?, ?, ?, ?,
       (SELECT id FROM collections WHERE id = ?21), ?22,
       coalesce((SELECT account FROM balance_watch WHERE connection_id = ?4), 0), 1 + max(
       coalesce((SELECT max(seq) FROM jobs), 0),
       coalesce((SELECT max(rank) FROM jobs WHERE state = 'queued' AND lane = ?22), 0)))`,
    intent.id,
    intent.idempotencyKey,
    intent.replaces,
    intent.connection.id,
    intent.connection.name,
    intent.operation,
    intent.model.slug,
    intent.model.name,
    intent.title,
    JSON.stringify(intent.values),
    JSON.stringify(intent.request),
    intent.price,
    intent.quotedAt,
    intent.seed,
    intent.width,
    intent.height,
    intent.createdAt,
    intent.batch ?? null,
    intent.label ? JSON.stringify(intent.label) : null,
    hashOf(database, intent),
    intent.collection ?? null,
    intent.lane ?? 0,
  )
  for (const [position, { field, assetId }] of (intent.inputs ?? []).entries()) {
    const sql = 'INSERT INTO job_inputs (job_id, position, field, asset_id) VALUES (?, ?, ?, ?)'
    database.run(sql, intent.id, position, field, assetId)
  }
}
