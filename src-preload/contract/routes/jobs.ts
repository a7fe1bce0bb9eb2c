import { z } from 'zod'
import { MAX_COPIES } from '../../constraints/limits.ts'
import { defineRoute } from '../route.ts'
import { valuesSchema } from '../types/form.ts'
import { jobDetailSchema, jobSchema } from '../types/job.ts'
import { moneySchema } from '../types/money.ts'
import { quoteResultSchema, shownQuoteSchema } from '../types/quote.ts'
import { progressSchema, timesSchema } from '../types/progress.ts'

const id = z.object({ id: z.string() })
/** Made by the window for each click of a button: the same click sent twice makes one job. */
const idempotencyKey = z.uuid()
/**
 * The quote on the button; null: the price was unavailable. The job is bound to a price that fell meanwhile. Fails with
 * `price_changed` if the price rose (new one in `params.price`), with `quote_outdated` if the quote is too old for a click or the studio no
 * longer knows it.
 */
const quote = shownQuoteSchema.nullable()

const click = z.object({
  idempotencyKey,
  operation: z.string(),
  model: z.string(),
  values: valuesSchema,
  quote,
  /** The collection of its results; ignored if it was deleted by then. */
  collection: z.string().nullable().optional(),
  /** Enqueues it although an identical job exists; without it the existing job is returned, marked `already`. */
  another: z.boolean().optional(),
  /** Sends it before all other unsent jobs; by default it is queued after the other jobs that aren't part of a batch. */
  first: z.boolean().optional(),
})

export const jobRoutes = {
  /** Persists a new job for one click, bound to the quote shown on the button. */
  'jobs.enqueue': defineRoute({ input: click, output: jobSchema }),
  /**
   * Persists several jobs for one click: the first with the seed of the values, the others with new seeds. `quote` is that of one copy;
   * fails with `price_changed` if the prices add up to more than `total`. Only for forms with a seed. If a job is identical to the first
   * copy, nothing is enqueued and only that job is returned, marked `already`.
   */
  'jobs.enqueue_copies': defineRoute({
    input: click.extend({ copies: z.int().min(2).max(MAX_COPIES), total: moneySchema.nullable() }),
    output: z.object({ jobs: z.array(jobSchema) }),
  }),
  /** Newest first. `open`: unfinished jobs and those that wait for a decision; `recent`: all. */
  'jobs.list': defineRoute({
    input: z.object({
      scope: z.enum(['open', 'recent']),
      limit: z.int().min(1).max(500),
      before: z.string().nullable(),
    }),
    output: z.object({ jobs: z.array(jobSchema), next: z.string().nullable() }),
  }),
  'jobs.get': defineRoute({ input: id, output: jobDetailSchema }),
  /** Only unsent jobs, because the service can't cancel. */
  'jobs.cancel': defineRoute({ input: id, output: jobSchema }),
  /**
   * Runs the pending step of a job immediately: polls a running or missing one, downloads the result of one that is saving or unsaved,
   * sends a queued one if the service's rate limits allow it. Never generates again.
   */
  'jobs.try_again': defineRoute({ input: id, output: jobSchema }),
  /** The current price of the same request. */
  'jobs.price': defineRoute({ input: id, output: quoteResultSchema }),
  /** Enqueues a copy of a failed, rejected, cancelled, closed or saved job. Bound to the quote on its button. */
  'jobs.repeat': defineRoute({
    input: z.object({ id: z.string(), idempotencyKey, quote }),
    output: jobSchema,
  }),
  /** Resumes a job that waits with `price_changed`, at the new price on its button. */
  'jobs.accept_price': defineRoute({
    input: z.object({ id: z.string(), quote: shownQuoteSchema }),
    output: jobSchema,
  }),
  /**
   * The three decisions about an `uncertain` job; `found` (with another id) and `close` apply to a `vanished` (missing) one too.
   */
  'jobs.resolve_uncertain': defineRoute({
    input: z.discriminatedUnion('choice', [
      z.object({ id: z.string(), choice: z.literal('found'), requestId: z.guid() }),
      z.object({ id: z.string(), choice: z.literal('send_again'), idempotencyKey, quote }),
      z.object({ id: z.string(), choice: z.literal('close') }),
    ]),
    output: jobSchema,
  }),
}

export const progressRoutes = {
  /** The content of the last `progress` event. */
  'progress.get': defineRoute({ input: z.void(), output: progressSchema }),
  'progress.estimates': defineRoute({ input: z.void(), output: timesSchema }),
}
