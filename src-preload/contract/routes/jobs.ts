import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { valuesSchema } from '../types/form.ts'
import { jobDetailSchema, jobSchema } from '../types/job.ts'

const id = z.object({ id: z.string() })
/** Made by the window for each press of a button: the same press twice is one job. */
const press = z.uuid()

export const jobRoutes = {
  /** Commits the intent of one press. The job is bound to the quote the button showed (`null`: the price was unavailable). */
  'jobs.enqueue': defineRoute({
    input: z.object({
      press,
      operation: z.string(),
      model: z.string(),
      values: valuesSchema,
      quoteKey: z.string().nullable(),
      /** Makes it although the very same is saved already; without it that one is the answer, marked `alreadyMade`. */
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
  /** Asks again about a vanished job, or fetches again the result of an unsaved one. Never re-generates. */
  'jobs.try_again': defineRoute({ input: id, output: jobSchema }),
  /** A failed or refused job as a new intent; never the same press. */
  'jobs.repeat': defineRoute({ input: z.object({ id: z.string(), press }), output: jobSchema }),
  /** The three ways out of `uncertain`. */
  'jobs.decide': defineRoute({
    input: z.discriminatedUnion('choice', [
      z.object({ id: z.string(), choice: z.literal('found'), requestId: z.uuid() }),
      z.object({ id: z.string(), choice: z.literal('send_again'), press }),
      z.object({ id: z.string(), choice: z.literal('close') }),
    ]),
    output: jobSchema,
  }),
}
