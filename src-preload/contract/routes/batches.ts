import { z } from 'zod'
import { MAX_BATCH_ROWS, MAX_TABLE_LENGTH } from '../../constraints/limits.ts'
import { defineRoute, listIdSchema } from '../route.ts'
import { batchPreviewSchema, batchSchema, planSchema, previewRowSchema } from '../types/batch.ts'
import { batchDraftSchema } from '../types/batchDraft.ts'
import { valuesSchema } from '../types/form.ts'
import { gridSchema } from '../types/grid.ts'
import { jobSchema } from '../types/job.ts'
import { capSchema, moneySchema } from '../types/money.ts'
import { nameSchema } from '../types/name.ts'
import {
  awaySpanSchema,
  awaySummarySchema,
  jobIdsSchema,
  queueFilterSchema,
  queueSummarySchema,
  retryOfferSchema,
  selectionSummarySchema,
} from '../types/queue.ts'

const id = z.object({ id: z.string() })
const jobsOrBatch = z.union([jobIdsSchema, z.object({ batch: z.string() })])
const preview = z.object({ preview: z.string() })

export const batchRoutes = {
  /** The columns and first rows of a table, for mapping columns to fields. */
  'batches.table': defineRoute({
    input: z.object({ text: z.string().max(MAX_TABLE_LENGTH), format: z.enum(['csv', 'lines']) }),
    output: z.object({
      columns: z.array(z.string()),
      rows: z.int(),
      sample: z.array(z.record(z.string(), z.string())),
    }),
  }),
  /** Expands a plan without requesting prices; known prices are included. Fails with `batch_too_large` before any row is built. */
  'batches.preview': defineRoute({
    input: z.object({
      operation: z.string(),
      model: z.string(),
      values: valuesSchema,
      /** What of the form the user entered; other models use their own defaults for the rest. Unknown if absent. */
      entered: valuesSchema.optional(),
      plan: planSchema,
      /** For comparing prices only: fields that no price depends on may be missing, and it can't be enqueued. */
      only: z.literal('prices').optional(),
    }),
    output: batchPreviewSchema,
  }),
  /**
   * Requests at most `limit` missing prices and returns what is known then; repeat until `pricesToRequest` is 0. `refresh`: prices that are
   * not recent are missing too; only for the first request.
   */
  'batches.price': defineRoute({
    input: preview.extend({ limit: z.int().min(1).max(100), refresh: z.boolean().optional() }),
    output: batchPreviewSchema,
  }),
  /** Further rows of a preview. */
  'batches.rows': defineRoute({
    input: preview.extend({ from: z.int().min(0), limit: z.int().min(1).max(500) }),
    output: z.object({ rows: z.array(previewRowSchema) }),
  }),
  /**
   * Enqueues the selected rows of a preview without issues, all or none. Bound to the total that was shown; rows without a price
   * only with `unpriced`. The same click sent twice makes one batch.
   */
  'batches.enqueue': defineRoute({
    input: preview.extend({
      idempotencyKey: z.uuid(),
      name: nameSchema,
      skip: z.array(z.int()).max(MAX_BATCH_ROWS),
      total: moneySchema,
      unpriced: z.boolean(),
      cap: capSchema.nullable(),
      /** The collection of their results; ignored if it was deleted by then. */
      collection: z.string().nullable().optional(),
    }),
    output: batchSchema,
  }),
  /** The batch of an operation that is being planned; null if there is none. It survives a restart. */
  'batches.draft': defineRoute({
    input: z.object({ operation: z.string().max(200) }),
    output: z.object({ draft: batchDraftSchema.nullable() }),
  }),
  /** Saves the batch that is being planned; null discards it. */
  'batches.save_draft': defineRoute({
    input: z.object({ operation: z.string().max(200), draft: batchDraftSchema.nullable() }),
    output: z.void(),
  }),
  /** Unfinished batches first, in the order of sending; then the others, newest first. */
  'batches.list': defineRoute({ input: z.void(), output: z.object({ batches: z.array(batchSchema) }) }),
  /** The jobs of a sweep by their position on its axes; without axes a batch is one cell. */
  'batches.grid': defineRoute({ input: id, output: gridSchema }),
  /** The sweep that a job belongs to. */
  'batches.grid_of': defineRoute({
    input: z.object({ job: z.string() }),
    output: z.object({ batch: z.object({ id: z.string(), name: z.string() }).nullable() }),
  }),
  'batches.pause': defineRoute({ input: id, output: batchSchema }),
  /** Resumes a paused or waiting batch. */
  'batches.resume': defineRoute({ input: id, output: batchSchema }),
  /** The current price of the unsent jobs of a batch; `unpriced` of them can't be priced now. */
  'batches.requote': defineRoute({
    input: id,
    output: z.object({ jobs: z.int(), total: moneySchema, unpriced: z.int() }),
  }),
  /** Resumes a batch that waits with `batch_price_changed`, at the new total that was shown. */
  'batches.accept_price': defineRoute({
    input: z.object({ id: z.string(), total: moneySchema }),
    output: batchSchema,
  }),
  'batches.rename': defineRoute({
    input: z.object({ id: z.string(), name: nameSchema }),
    output: batchSchema,
  }),
  /** The limit of the batch; null removes it. */
  'batches.set_limit': defineRoute({
    input: z.object({ id: z.string(), cap: capSchema.nullable() }),
    output: batchSchema,
  }),

  /** Unsent jobs in the order of sending, then the rest, newest first; paged by keyset. */
  'queue.page': defineRoute({
    input: z.object({
      filter: queueFilterSchema,
      cursor: z.string().nullable(),
      limit: z.int().min(1).max(500),
      listId: listIdSchema.optional(),
    }),
    output: z.object({ jobs: z.array(jobSchema), next: z.string().nullable(), total: z.int() }),
  }),
  'queue.summary': defineRoute({ input: z.void(), output: queueSummarySchema }),
  /** No job is sent until the queue is resumed; running jobs continue. */
  'queue.pause': defineRoute({ input: z.void(), output: z.void() }),
  /** Resumes the queue; with `all` also every paused or waiting batch. */
  'queue.resume': defineRoute({ input: z.object({ all: z.boolean() }), output: z.void() }),
  /** Moves unsent jobs, or all unsent jobs of a batch, within their priority, keeping their order. Jobs already sent don't move. */
  'queue.move': defineRoute({
    input: z.union([
      z.object({
        ...jobIdsSchema.shape,
        to: z.union([z.enum(['front', 'back']), z.object({ before: z.string() })]),
      }),
      z.object({ batch: z.string(), to: z.enum(['front', 'back']) }),
    ]),
    output: z.object({ moved: z.int() }),
  }),
  /** Cancels the unsent jobs of a list or of a batch. */
  'queue.cancel': defineRoute({
    input: jobsOrBatch,
    output: z.object({ cancelled: z.int(), quoted: moneySchema }),
  }),
  /** The first 10,000 jobs that match a filter, in the order of its list, for selecting jobs that are not loaded. */
  'queue.ids': defineRoute({
    input: z.object({ filter: queueFilterSchema, listId: listIdSchema.optional() }),
    output: z.object({ ids: z.array(z.string()), total: z.int() }),
  }),
  'queue.selection': defineRoute({ input: jobIdsSchema, output: selectionSummarySchema }),
  /** The ids of the results of these jobs, without those in the trash. */
  'queue.results': defineRoute({ input: jobIdsSchema, output: z.object({ assets: z.array(z.string()) }) }),
  /** Runs the pending step of each job immediately, like `jobs.try_again`; jobs without one are ignored. */
  'queue.try_again': defineRoute({ input: jobIdsSchema, output: z.object({ tried: z.int() }) }),
  /**
   * The jobs of a list or a batch that failed without a charge, at their current prices, which are requested from the service if they
   * are unknown.
   */
  'queue.offer_retry': defineRoute({ input: jobsOrBatch, output: retryOfferSchema }),
  /**
   * Enqueues a copy of each job of an offer, all or none. Bound to the total that was shown. The same click sent twice retries once.
   * Fails with `job_wrong_state` if a job was retried or changed meanwhile, `price_changed`, `quote_outdated` or `budget_full`.
   */
  'queue.retry': defineRoute({
    input: jobIdsSchema.extend({ idempotencyKey: z.uuid(), total: moneySchema }),
    output: z.object({ jobs: z.int(), quoted: moneySchema }),
  }),
  /** What happened since the last `queue.mark_seen`, or in an earlier span; null if nothing happened and nothing is in progress. */
  'queue.away_summary': defineRoute({
    input: awaySpanSchema.optional(),
    output: awaySummarySchema.nullable(),
  }),
  /** Marks everything up to now as seen by the user. */
  'queue.mark_seen': defineRoute({ input: z.void(), output: z.void() }),
}
