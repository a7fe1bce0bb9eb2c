import { z } from 'zod'
import { columnsOf, fromRow, column } from '../../storage/database/columns.ts'
import type { Row, Database } from '../../storage/database/Database.ts'
import { valuesSchema } from '../../../../src-preload/contract/types/form.ts'
import {
  rowLabelSchema,
  jobStateSchema,
  JOB_STATES,
  type JobState,
} from '../../../../src-preload/contract/types/job.ts'
import { jsonColumn } from '../../storage/database/parseRows.ts'
import { REPLACEABLE_STATES } from '../../../../src-preload/shared/jobStates.ts'
import { storedProblemSchema } from './storedProblem.ts'

const wireRequestSchema = z.discriminatedUnion('encoding', [
  z.object({ path: z.string(), encoding: z.literal('json'), text: z.string() }),
  z.object({
    path: z.string(),
    encoding: z.literal('multipart'),
    text: z.string(),
    files: z.array(z.object({ field: z.string(), path: z.string(), fileName: z.string(), mime: z.string() })),
  }),
])

const statusRecordSchema = z.object({
  phase: z.enum(['running', 'done', 'failed']),
  word: z.string(),
  progress: z.number().nullable(),
  preview: z.string().nullable(),
  resultUrl: z.string().nullable(),
  alternatives: z.record(z.string(), z.string()),
  result: z.string().nullable(),
  failure: z
    .object({
      code: z.string().nullable(),
      message: z.string().nullable(),
      reason: z.string().nullable(),
      refunded: z.boolean().nullable(),
      retryable: z.boolean().nullable().default(null),
    })
    .nullable(),
})

const priceColumns = {
  price: z.int().nullable(),
  quotedAt: column('quoted_at', z.int().nullable()),
}

/** The columns that every new job has. */
export const requiredColumns = z.object({
  id: z.string(),
  idempotencyKey: column('idempotency_key', z.string()),
  replaces: z.string().nullable(),
  connection: z.object({
    id: column('connection_id', z.string()),
    name: column('connection_name', z.string()),
  }),
  operation: z.string(),
  model: z.object({ slug: column('model_slug', z.string()), name: column('model_name', z.string()) }),
  title: z.string(),
  values: column('form_values', jsonColumn(valuesSchema)),
  request: jsonColumn(wireRequestSchema),
  ...priceColumns,
  seed: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  createdAt: column('created_at', z.int()),
})

/** The columns that a new job may have. */
export const optionalColumns = z.object({
  /** Id of its batch; absent for a single job. */
  batch: column('batch_id', z.string().nullable()),
  /** 0 or absent: a single job, or one that was repeated alone; 1: another job of a batch, which is sent after these. */
  priority: column('priority', z.int()),
  label: column('row_label', jsonColumn(rowLabelSchema).nullable().catch(null)),
  /** The collection that its results are added to. */
  collection: column('collection_id', z.string().nullable()),
})

/** The columns that may change along with the state. */
export const changingColumns = z.object({
  ...priceColumns,
  requestId: column('request_id', z.string().nullable()),
  /** The last status response of a job that is done or failed; null for a saved one. */
  status: column('result', jsonColumn(statusRecordSchema).nullable().catch(null)),
  problem: jsonColumn(storedProblemSchema).nullable().catch(null),
  attempts: z.int(),
  waitsUntil: column('waits_until', z.int().nullable()),
  sentAt: column('sent_at', z.int().nullable()),
  acceptedAt: column('accepted_at', z.int().nullable()),
  doneAt: column('done_at', z.int().nullable()),
  finishedAt: column('finished_at', z.int().nullable()),
  /** The number of the connection's account for which the job was quoted. */
  account: z.int(),
  /** 1 while its batch is on hold, or while a single job waits until the user accepts its new price; otherwise 0. */
  held: z.int(),
})

/**
 * The columns from which the journal of accepted jobs can restore a job. A column that is added needs a default in this schema, because
 * earlier entries of the journal lack it.
 */
export const journaledColumns = z.object({
  ...requiredColumns.shape,
  ...optionalColumns.shape,
  attempts: changingColumns.shape.attempts,
  sentAt: changingColumns.shape.sentAt,
  requestHash: column('request_hash', z.string().nullable()),
})

/**
 * All columns of `jobs` that are read. A label, status or problem that can't be read counts as empty: the status is
 * polled again, the others are only displayed.
 */
export const jobColumns = z.object({
  ...requiredColumns.shape,
  ...optionalColumns.shape,
  ...changingColumns.shape,
  seq: z.int(),
  state: jobStateSchema,
  rank: z.number(),
})

export type JobRecord = z.infer<typeof jobColumns>

/** Replaces a request that can't be read. It is never sent. */
const UNREADABLE_REQUEST = { path: '', encoding: 'json', text: '' } as const

/** An accepted job is paid for, so it is polled and saved even if its parameters or its request can't be read. */
const tolerantColumns = {
  values: jobColumns.shape.values.catch({}),
  request: jobColumns.shape.request.catch(UNREADABLE_REQUEST),
}
const acceptedColumns = jobColumns.extend({ requestId: z.string(), ...tolerantColumns })
const journalSchema = journaledColumns.extend(tolerantColumns)

const recordSchema = jobColumns.or(acceptedColumns)
const columns = columnsOf(jobColumns)

/** Parses a row of `jobs`, which may be damaged; returns the reason if it can't be read. */
export function readJobRecord(row: Row): JobRecord | { unreadable: string } {
  const fields = fromRow(row, columns)
  const parsed = recordSchema.safeParse(fields)
  return parsed.success ? parsed.data : { unreadable: jobColumns.safeParse(fields).error?.message ?? '' }
}

/** Whether a row of the journal can be restored. */
export const isJournalRow = (row: Row): boolean =>
  journalSchema.safeParse(fromRow(row, columnsOf(journaledColumns))).success

/** Whether the request of a job can be sent again. */
export const hasRequest = ({ request }: Pick<JobRecord, 'request'>): boolean =>
  request.path !== UNREADABLE_REQUEST.path

/** The states that may follow each state of a job. A state without next states is final. */
export const nextStates: Record<JobState, readonly JobState[]> = {
  queued: ['sending', 'cancelled'],
  sending: ['running', 'rejected', 'queued', 'uncertain'],
  running: ['saving', 'failed', 'vanished'],
  saving: ['saved', 'unsaved'],
  uncertain: ['running', 'closed'],
  vanished: ['running', 'closed'],
  unsaved: ['saving'],
  saved: [],
  rejected: [],
  cancelled: [],
  failed: [],
  closed: [],
}

/** States from which `to` may be reached. */
export const statesBefore = (to: JobState): JobState[] =>
  JOB_STATES.filter((state) => nextStates[state].includes(to))

/** SQL list of the states in which a retry replaces a job. */
export const REPLACEABLE_LIST = REPLACEABLE_STATES.map((state) => `'${state}'`).join(', ')

/** SQL condition: the job in a row of `jobs` was not replaced by a retry. */
export const NOT_REPLACED = `NOT (state IN (${REPLACEABLE_LIST})
  AND EXISTS (SELECT 1 FROM jobs AS later WHERE later.replaces = jobs.id))`

interface NewestOptions {
  /** Selects the index: null for single jobs, an id for one batch, undefined for all jobs. `conditions` must have the same restriction. */
  batch: string | null | undefined
  /** Further SQL conditions, each after " AND "; may be empty. */
  conditions: string
  values: readonly string[]
  /** Only jobs before this `seq`. */
  before: number
  /** Only jobs after this `seq`. */
  after?: number
  limit: number
}

/**
 * The newest jobs in some states, without those that a retry replaced. Each state is a separate index seek, so that many jobs in
 * other states are not scanned.
 */
export function selectNewest(
  database: Database,
  states: readonly JobState[],
  { batch, conditions, values, before, after = 0, limit }: NewestOptions,
): Row[] {
  if (states.length === 0 || limit <= 0) return []
  const index =
    batch === null ? 'jobs_alone_by_state' : batch === undefined ? 'jobs_by_state' : 'jobs_by_batch'
  const perState = `SELECT * FROM (SELECT * FROM jobs INDEXED BY ${index} WHERE state = ? AND seq < ? AND seq > ?${conditions} AND ${NOT_REPLACED}
    ORDER BY seq DESC LIMIT ?)`
  return database.all(
    `${states.map(() => perState).join(' UNION ALL ')} ORDER BY seq DESC LIMIT ?`,
    ...states.flatMap((state) => [state, before, after, ...values, limit]),
    limit,
  )
}
