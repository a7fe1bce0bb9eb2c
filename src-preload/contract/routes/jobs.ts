import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { valuesSchema } from '../types/form.ts'
import { jobDetailSchema, jobSchema } from '../types/job.ts'
import { quoteAnswerSchema, shownQuoteSchema } from '../types/quote.ts'

const id = z.object({ id: z.string() })
/** Made by the window for each click of a button: the same click sent twice makes one job. */
const idempotencyKey = z.uuid()
/**
 * What the button showed; null: the price was unavailable. `price_changed` where the price is another by now, with the new
 * one in `params.price`; `quote_outdated` where it is not known any more.
 */
const quote = shownQuoteSchema.nullable()

export const jobRoutes = {
  /** Commits the intent of one click. The job is bound to the quote the button showed. */
  'jobs.enqueue': defineRoute({
    input: z.object({
      idempotencyKey,
      operation: z.string(),
      model: z.string(),
      values: valuesSchema,
      quote,
      /** Where its results go; one that is gone by then is none. */
      collection: z.string().nullable().optional(),
      /** Makes it although the same is there, in progress or perhaps charged; without it that one is the answer, marked `already`. */
      another: z.boolean().optional(),
    }),
    output: jobSchema,
  }),
  /** Newest first. `open`: everything not at rest plus what waits for a decision; `recent`: all. */
  'jobs.list': defineRoute({
    input: z.object({
      scope: z.enum(['open', 'recent']),
      limit: z.int().min(1).max(500),
      before: z.string().nullable(),
    }),
    output: z.object({ jobs: z.array(jobSchema), next: z.string().nullable() }),
  }),
  'jobs.get': defineRoute({ input: id, output: jobDetailSchema }),
  /** Only before sending: the service has no cancel. */
  'jobs.cancel': defineRoute({ input: id, output: jobSchema }),
  /**
   * Does at once what a job waits for: asks about a running or vanished one, fetches the result of one that is saving or
   * unsaved, sends a queued one unless the service's limits forbid it. Never re-generates.
   */
  'jobs.try_again': defineRoute({ input: id, output: jobSchema }),
  /** What the service asks now for making the same again. */
  'jobs.price': defineRoute({ input: id, output: quoteAnswerSchema }),
  /** A failed or refused job as a new intent; never the same click. Bound to the quote its button showed. */
  'jobs.repeat': defineRoute({
    input: z.object({ id: z.string(), idempotencyKey, quote }),
    output: jobSchema,
  }),
  /** Lets a job go that waits with `price_changed`, at the new price its button showed. */
  'jobs.accept_price': defineRoute({
    input: z.object({ id: z.string(), quote: shownQuoteSchema }),
    output: jobSchema,
  }),
  /** The three ways out of `uncertain`; `found` (with another id) and `close` are ways out of `vanished` too. */
  'jobs.decide': defineRoute({
    input: z.discriminatedUnion('choice', [
      z.object({ id: z.string(), choice: z.literal('found'), requestId: z.guid() }),
      z.object({ id: z.string(), choice: z.literal('send_again'), idempotencyKey, quote }),
      z.object({ id: z.string(), choice: z.literal('close') }),
    ]),
    output: jobSchema,
  }),
}
