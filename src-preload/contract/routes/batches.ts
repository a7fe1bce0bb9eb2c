import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { viewSchema } from '../types/view.ts'
import { batchPreviewSchema, batchSchema, planSchema, previewRowSchema } from '../types/batch.ts'
import { valuesSchema } from '../types/form.ts'
import { gridSchema } from '../types/grid.ts'
import { jobSchema } from '../types/job.ts'
import { capSchema, moneySchema } from '../types/money.ts'
import { awaySpanSchema, awaySchema, queueFilterSchema, queueSummarySchema } from '../types/queue.ts'

const id = z.object({ id: z.string() })
const preview = z.object({ preview: z.string() })
const name = z.string().trim().min(1).max(200)

export const batchRoutes = {
  /** Columns and beginning of a table, for mapping columns to fields. */
  'batches.table': defineRoute({
    input: z.object({ text: z.string().max(7_000_000), format: z.enum(['csv', 'lines']) }),
    output: z.object({
      columns: z.array(z.string()),
      rows: z.int(),
      sample: z.array(z.record(z.string(), z.string())),
    }),
  }),
  /** Expands a plan without asking for prices: known ones are there. `batch_too_large` names the number before anything is built. */
  'batches.preview': defineRoute({
    input: z.object({
      operation: z.string(),
      model: z.string(),
      values: valuesSchema,
      plan: planSchema,
      /** To look at prices alone: what no price depends on may be missing, and nothing of it can be enqueued. */
      only: z.literal('prices').optional(),
    }),
    output: batchPreviewSchema,
  }),
  /** Asks for at most `most` of the prices still missing, and answers with what is known then; again until `calls` is 0. */
  'batches.price': defineRoute({
    input: preview.extend({ most: z.int().min(1).max(100) }),
    output: batchPreviewSchema,
  }),
  /** Rows of a preview further down. */
  'batches.rows': defineRoute({
    input: preview.extend({ from: z.int().min(0), limit: z.int().min(1).max(500) }),
    output: z.object({ rows: z.array(previewRowSchema) }),
  }),
  /**
   * Commits the rows of a preview, but for those unticked and those with issues, all or none. Bound to the total that was
   * shown; rows without a price only with `unpriced`. The same click sent twice makes one batch.
   */
  'batches.enqueue': defineRoute({
    input: preview.extend({
      idempotencyKey: z.uuid(),
      name,
      skip: z.array(z.int()).max(10_000),
      total: moneySchema,
      unpriced: z.boolean(),
      cap: capSchema.nullable(),
      /** Where their results go; one that is gone by then is none. */
      collection: z.string().nullable().optional(),
    }),
    output: batchSchema,
  }),
  /** Those with something to do first, in the order of sending; then the others, newest first. */
  'batches.list': defineRoute({ input: z.void(), output: z.object({ batches: z.array(batchSchema) }) }),
  /** The jobs of a sweep by their places on its axes; without axes a batch is one cell. */
  'batches.grid': defineRoute({ input: id, output: gridSchema }),
  /** The sweep that a job belongs to. */
  'batches.grid_of': defineRoute({
    input: z.object({ job: z.string() }),
    output: z.object({ batch: z.object({ id: z.string(), name: z.string() }).nullable() }),
  }),
  'batches.pause': defineRoute({ input: id, output: batchSchema }),
  /** Goes on with a paused or a waiting one. */
  'batches.resume': defineRoute({ input: id, output: batchSchema }),
  /** What the unsent jobs of a batch cost now; `unpriced` of them can't be priced at present. */
  'batches.requote': defineRoute({
    input: id,
    output: z.object({ jobs: z.int(), total: moneySchema, unpriced: z.int() }),
  }),
  /** Lets a batch go on that waits with `batch_price_changed`, at the new total that was shown. */
  'batches.accept_price': defineRoute({
    input: z.object({ id: z.string(), total: moneySchema }),
    output: batchSchema,
  }),
  'batches.rename': defineRoute({ input: z.object({ id: z.string(), name }), output: batchSchema }),
  /** "Run until": what the batch may spend in all; null takes the cap away. */
  'batches.cap': defineRoute({
    input: z.object({ id: z.string(), cap: capSchema.nullable() }),
    output: batchSchema,
  }),

  /** In the order of sending, then the rest newest first; by keyset. */
  'queue.page': defineRoute({
    input: z.object({
      filter: queueFilterSchema,
      cursor: z.string().nullable(),
      limit: z.int().min(1).max(500),
      view: viewSchema.optional(),
    }),
    output: z.object({ jobs: z.array(jobSchema), next: z.string().nullable(), total: z.int() }),
  }),
  'queue.summary': defineRoute({ input: z.void(), output: queueSummarySchema }),
  /** Nothing more is sent, in either lane, until it is resumed; what runs goes on. */
  'queue.pause': defineRoute({ input: z.void(), output: z.void() }),
  /** Goes on, also with every paused or waiting batch where `all` says so. */
  'queue.resume': defineRoute({ input: z.object({ all: z.boolean() }), output: z.void() }),
  /** Moves unsent jobs, or all that a batch has unsent, inside their lanes, keeping their order; those already sent stay. */
  'queue.move': defineRoute({
    input: z.union([
      z.object({
        ids: z.array(z.string()).min(1).max(10_000),
        to: z.union([z.enum(['front', 'back']), z.object({ before: z.string() })]),
      }),
      z.object({ batch: z.string(), to: z.enum(['front', 'back']) }),
    ]),
    output: z.object({ moved: z.int() }),
  }),
  /** Cancels what is not sent yet, of a list or of a batch. */
  'queue.cancel': defineRoute({
    input: z.union([
      z.object({ ids: z.array(z.string()).min(1).max(10_000) }),
      z.object({ batch: z.string() }),
    ]),
    output: z.object({ cancelled: z.int(), quoted: moneySchema }),
  }),
  /** What happened since the last `queue.seen`, or in a span reported before; null where nothing did or will. */
  'queue.away': defineRoute({ input: awaySpanSchema.optional(), output: awaySchema.nullable() }),
  /** The user has seen everything up to now. */
  'queue.seen': defineRoute({ input: z.void(), output: z.void() }),
}
