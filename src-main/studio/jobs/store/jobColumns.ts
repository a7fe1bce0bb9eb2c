import { z } from 'zod'
import { valuesSchema } from '../../../../src-preload/contract/types/form.ts'
import { jobStateSchema, rowLabelSchema } from '../../../../src-preload/contract/types/job.ts'
import { problemSchema } from '../../../../src-preload/contract/types/problem.ts'
import { column } from '../../storage/database/columns.ts'
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

const priceColumns = {
  price: z.int().nullable(),
  quotedAt: column('quoted_at', z.int().nullable()),
}

/** What every job is created with. */
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

/** What a job may be created with. */
export const optionalColumns = z.object({
  /** Absent: a single job. */
  batch: column('batch_id', z.string().nullable()),
  /** 0 or absent: a single job, sent before 1: a job of a batch. */
  priority: column('priority', z.int()),
  label: column('row_label', jsonColumn(rowLabelSchema).nullable().catch(null)),
  /** The collection that its results are added to. */
  collection: column('collection_id', z.string().nullable()),
})

/** What may change after a job was created, along with its state. */
export const changingColumns = z.object({
  ...priceColumns,
  requestId: column('request_id', z.string().nullable()),
  /** The last status that its result can be saved from. */
  status: column('result', jsonColumn(statusRecordSchema).nullable().catch(null)),
  problem: jsonColumn(problemSchema).nullable().catch(null),
  attempts: z.int(),
  waitsUntil: column('waits_until', z.int().nullable()),
  sentAt: column('sent_at', z.int().nullable()),
  acceptedAt: column('accepted_at', z.int().nullable()),
  doneAt: column('done_at', z.int().nullable()),
  finishedAt: column('finished_at', z.int().nullable()),
  account: z.int(),
  held: z.int(),
})

/** The columns of `jobs`. Unreadable columns that are only for display count as empty. */
export const jobColumns = z.object({
  ...requiredColumns.shape,
  ...optionalColumns.shape,
  ...changingColumns.shape,
  seq: z.int(),
  state: jobStateSchema,
  rank: z.number(),
})
