import { z } from 'zod'
import { assetSchema } from './asset.ts'
import { valuesSchema } from './form.ts'
import { moneySchema } from './money.ts'
import { problemSchema } from './problem.ts'

export const JOB_STATES = [
  /** Not sent yet. */
  'queued',
  /** Its request was or is being sent; the service hasn't responded. */
  'sending',
  /** Accepted by the service, which hasn't reported an outcome yet. */
  'running',
  /** Completed at the service; its result is being downloaded. */
  'saving',
  /** Its result is in the library. */
  'saved',
  /** The service didn't accept the request. */
  'rejected',
  /** Whether the service accepted it is unknown, for example because the connection broke. The user decides. */
  'uncertain',
  /** Cancelled by the user before it was sent. */
  'cancelled',
  /** Accepted, but ended with an error at the service. */
  'failed',
  /** Accepted, but the service reports that it doesn't know its id. */
  'vanished',
  /** Completed, but its result couldn't be downloaded or saved yet. */
  'unsaved',
  /** An uncertain or vanished job that the user closed without a result. */
  'closed',
] as const
export const jobStateSchema = z.enum(JOB_STATES)
export type JobState = z.infer<typeof jobStateSchema>

/**
 * The status of an identical earlier request (same body and seed, inputs compared by content): `in_progress`: its job is not completed;
 * `uncertain`: sent and possibly charged.
 */
export const duplicateStatusSchema = z.enum(['completed', 'in_progress', 'uncertain'])
export type DuplicateStatus = z.infer<typeof duplicateStatusSchema>

/** What distinguishes a job from the others in its batch, and its coordinates on the axes of a sweep. Libraries store it under these names. */
export const rowLabelSchema = z.object({
  /** What distinguishes the job, by label, such as its file or its table row. */
  words: z.record(z.string(), z.string()),
  /** Its index on each axis. */
  at: z.array(z.int()),
})

/** A job as a card or a row shows it. Times are milliseconds since the epoch. */
export const jobSchema = z.object({
  id: z.string(),
  state: jobStateSchema,
  operation: z.string(),
  model: z.object({ slug: z.string(), name: z.string() }),
  connection: z.object({ id: z.string(), name: z.string() }),
  /** The prompt, the text, or the name of the input. */
  title: z.string(),
  /** 0 to 100; null until the service reports progress. */
  progress: z.number().min(0).max(100).nullable(),
  /** Incremented with each new preview image; 0 if there is none yet. Read by `media.url('preview', id)`. */
  preview: z.int(),
  /** The service's quote and its time. The UI must not present it as the amount charged. */
  price: moneySchema.nullable(),
  quotedAt: z.int().nullable(),
  seed: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  requestId: z.string().nullable(),
  createdAt: z.int(),
  sentAt: z.int().nullable(),
  finishedAt: z.int().nullable(),
  /** Milliseconds from sending to completion; null if unfinished or never sent. */
  tookMs: z.int().nullable(),
  /** Earliest time of the next attempt when the job is backing off (rate limit, network). */
  waitsUntil: z.int().nullable(),
  problem: problemSchema.nullable(),
  /** Whether the file of its result is requested or received now; absent if not. */
  isDownloading: z.boolean().optional(),
  assets: z.array(assetSchema),
  /** The failed, rejected or cancelled job that this job is a retry of. */
  replaces: z.string().nullable(),
  /** The batch it belongs to; null or absent: it was submitted individually. */
  batch: z.string().nullable().optional(),
  /** The collection its results go to. */
  collection: z.string().nullable().optional(),
  label: rowLabelSchema.nullable().optional(),
  /** Set if an identical job already exists; nothing was sent or charged. */
  already: duplicateStatusSchema.optional(),
})
export type Job = z.infer<typeof jobSchema>

export const jobDetailSchema = jobSchema.extend({
  values: valuesSchema,
  /** The body that was or will be sent, as canonical JSON. */
  request: z.string(),
  /** Id of the latest retry of a job that ended without a result; null if there is none. */
  retry: z.string().nullable(),
})

interface Times {
  sentAt: number | null
  finishedAt: number | null
}

/**
 * How long a job took in milliseconds, from sending to its end, including the saving of its files. Null if it has
 * not ended or was never sent.
 */
export const tookMs = ({ sentAt, finishedAt }: Times): number | null =>
  sentAt === null || finishedAt === null ? null : Math.max(0, finishedAt - sentAt)
