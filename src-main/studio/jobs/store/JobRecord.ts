import { z } from 'zod'
import { valuesSchema } from '../../../../src-preload/contract/types/form.ts'
import { jobStateSchema } from '../../../../src-preload/contract/types/job.ts'
import { problemSchema } from '../../../../src-preload/contract/types/problem.ts'
import type { Row } from '../../storage/database/Database.ts'
import { jsonColumn } from '../../storage/database/parseRows.ts'

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

const rowLabelSchema = z.object({ words: z.record(z.string(), z.string()), at: z.array(z.int()) })

/** Columns of `jobs`. Unreadable columns that are only for display count as empty. */
const columnsSchema = z.object({
  seq: z.int(),
  id: z.string(),
  press: z.string(),
  replaces: z.string().nullable(),
  connection_id: z.string(),
  connection_name: z.string(),
  operation: z.string(),
  model_slug: z.string(),
  model_name: z.string(),
  title: z.string(),
  form_values: jsonColumn(valuesSchema),
  request: jsonColumn(wireRequestSchema),
  state: jobStateSchema,
  price: z.int().nullable(),
  quoted_at: z.int().nullable(),
  seed: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  request_id: z.string().nullable(),
  result: jsonColumn(statusRecordSchema).nullable().catch(null),
  problem: jsonColumn(problemSchema).nullable().catch(null),
  attempts: z.int(),
  waits_until: z.int().nullable(),
  created_at: z.int(),
  sent_at: z.int().nullable(),
  accepted_at: z.int().nullable(),
  done_at: z.int().nullable(),
  finished_at: z.int().nullable(),
  batch_id: z.string().nullable(),
  lane: z.int(),
  rank: z.number(),
  row_label: jsonColumn(rowLabelSchema).nullable().catch(null),
  collection_id: z.string().nullable(),
  account: z.int(),
})

/** Placeholder for an unreadable request; it is never sent. */
const LOST_REQUEST = { path: '', encoding: 'json', text: '' } as const

/** An accepted job is paid for: it is polled and saved even if other columns are unreadable. */
const acceptedColumnsSchema = columnsSchema.extend({
  request_id: z.string(),
  form_values: columnsSchema.shape.form_values.catch({}),
  request: columnsSchema.shape.request.catch(LOST_REQUEST),
})

const toRecord = (row: z.infer<typeof columnsSchema>) => ({
  seq: row.seq,
  id: row.id,
  idempotencyKey: row.press,
  replaces: row.replaces,
  connection: { id: row.connection_id, name: row.connection_name },
  operation: row.operation,
  model: { slug: row.model_slug, name: row.model_name },
  title: row.title,
  values: row.form_values,
  request: row.request,
  state: row.state,
  price: row.price,
  quotedAt: row.quoted_at,
  seed: row.seed,
  width: row.width,
  height: row.height,
  requestId: row.request_id,
  result: row.result,
  problem: row.problem,
  attempts: row.attempts,
  waitsUntil: row.waits_until,
  createdAt: row.created_at,
  sentAt: row.sent_at,
  acceptedAt: row.accepted_at,
  doneAt: row.done_at,
  finishedAt: row.finished_at,
  batch: row.batch_id,
  lane: row.lane,
  rank: row.rank,
  label: row.row_label,
  collection: row.collection_id,
  account: row.account,
})

export type JobRecord = ReturnType<typeof toRecord>

/** Parses a row of `jobs` as untrusted input; returns the reason if it can't be read. */
export function readJobRecord(row: Row): JobRecord | { unreadable: string } {
  const parsed = columnsSchema.or(acceptedColumnsSchema).safeParse(row)
  if (parsed.success) return toRecord(parsed.data)
  return { unreadable: columnsSchema.safeParse(row).error?.message ?? '' }
}

/** Whether the request of a job can be sent again. */
export const hasRequest = ({ request }: Pick<JobRecord, 'request'>): boolean =>
  request.path !== LOST_REQUEST.path
