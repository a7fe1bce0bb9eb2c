import { z } from 'zod'
import { assetSchema } from './asset.ts'
import { valuesSchema } from './form.ts'
import { moneySchema } from './money.ts'
import { problemSchema } from './problem.ts'

export const JOB_STATES = [
  'queued',
  'sending',
  'running',
  'saving',
  'saved',
  'rejected',
  'uncertain',
  'cancelled',
  'failed',
  'vanished',
  'unsaved',
  'closed',
] as const
export const jobStateSchema = z.enum(JOB_STATES)
export type JobState = z.infer<typeof jobStateSchema>

/**
 * What the same request (body with its seed, inputs by what is in them) is already: `made` and there, `coming` by a
 * job at any step, or `unsure`: sent, and perhaps charged.
 */
export const alreadyKindSchema = z.enum(['made', 'coming', 'unsure'])
export type AlreadyKind = z.infer<typeof alreadyKindSchema>

/** A job as a card or a row shows it. Times are milliseconds since the epoch. */
export const jobSchema = z.object({
  id: z.string(),
  state: jobStateSchema,
  operation: z.string(),
  model: z.object({ slug: z.string(), name: z.string() }),
  connection: z.object({ id: z.string(), name: z.string() }),
  /** What the user asked for in words: the prompt, the text, or the name of the input. */
  title: z.string(),
  /** 0 to 100; null while the service has told nothing. */
  progress: z.number().min(0).max(100).nullable(),
  /** Grows with each new preview image; 0 while there is none. Read by `media.url('preview', id)`. */
  preview: z.int(),
  /** What the service quoted for it and when. Never called "charged". */
  price: moneySchema.nullable(),
  quotedAt: z.int().nullable(),
  seed: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  requestId: z.string().nullable(),
  createdAt: z.int(),
  sentAt: z.int().nullable(),
  finishedAt: z.int().nullable(),
  /** Milliseconds from its sending to its end; null while it has not ended, or ended unsent. */
  tookMs: z.int().nullable(),
  /** Earliest time of the next attempt when the job waits on purpose (rate limit, network). */
  waitsUntil: z.int().nullable(),
  problem: problemSchema.nullable(),
  assets: z.array(assetSchema),
  /** The job this one was made again from; it stands in the place of one that failed, was refused or cancelled. */
  replaces: z.string().nullable(),
  /** The batch it belongs to; null or absent: it was clicked by itself. */
  batch: z.string().nullable().optional(),
  /** The collection its results go to. */
  collection: z.string().nullable().optional(),
  /** What tells it from the rest of its batch, and where it stands on the axes of a sweep. */
  label: z
    .object({ words: z.record(z.string(), z.string()), at: z.array(z.int()) })
    .nullable()
    .optional(),
  /** The answer to a click of the same: nothing was sent, nothing paid. */
  already: alreadyKindSchema.optional(),
})
export type Job = z.infer<typeof jobSchema>

export const jobDetailSchema = jobSchema.extend({
  values: valuesSchema,
  /** The body as it was or will be sent, canonical JSON. */
  request: z.string(),
})
