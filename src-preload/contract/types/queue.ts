import { z } from 'zod'
import { MAX_IDS, MAX_JOB_SEARCH_LENGTH } from '../../constraints/limits.ts'
import { moneySchema } from './money.ts'
import { problemSchema } from './problem.ts'
import { JOB_STATES } from './job.ts'

/** Which jobs a page of the queue shows. */
export const queueFilterSchema = z.object({
  /** Absent: everything in progress or waiting for a decision. */
  states: z.array(z.enum(JOB_STATES)).min(1).optional(),
  /** Null: only single jobs. */
  batch: z.string().nullable().optional(),
  /** Part of the title. */
  search: z.string().max(MAX_JOB_SEARCH_LENGTH).optional(),
})
export type QueueFilter = z.infer<typeof queueFilterSchema>

/** A detected rate limit of the service, and how much of the daily quota is used up. */
export const detectedLimitSchema = z.object({
  connectionId: z.string(),
  kind: z.enum(['send', 'poll', 'price']),
  /** For sending: the task, because the service limits each task separately. */
  operation: z.string().nullable(),
  /** Allowed requests per second; null if no limit was detected. */
  rate: z.number().nullable(),
  dayLimit: z.int().nullable(),
  dayUsed: z.int().nullable(),
  /** No request of this kind is sent before this time, in milliseconds since the epoch. */
  waitsUntil: z.int().nullable(),
})
export type DetectedLimit = z.infer<typeof detectedLimitSchema>

const jobSumSchema = z.object({ jobs: z.int(), quoted: moneySchema })

export const queueSummarySchema = z.object({
  paused: z.boolean(),
  /** Why nothing is sent although the user did not pause it, such as a full disk. */
  problem: problemSchema.nullable(),
  /** Jobs not sent yet, of both priorities. */
  unsent: jobSumSchema,
  /** Those of them in batches that have waited for the user since the last startup. */
  waiting: jobSumSchema,
  running: jobSumSchema,
  uncertain: jobSumSchema,
  limits: z.array(detectedLimitSchema),
})
export type QueueSummary = z.infer<typeof queueSummarySchema>

/** Jobs of a list. */
export const jobIdsSchema = z.object({ ids: z.array(z.string()).min(1).max(MAX_IDS) })

/** What a selection of jobs contains, without jobs that a retry replaced. */
export const selectionSummarySchema = z.object({
  ...jobSumSchema.shape,
  /** The jobs not sent yet. */
  unsent: jobSumSchema,
  /** Number of waiting jobs that an immediate retry may continue. */
  waiting: z.int(),
  /** Number of failed and rejected jobs. */
  failed: z.int(),
  saved: z.int(),
})
export type SelectionSummary = z.infer<typeof selectionSummarySchema>

/** Failed jobs that can be retried without paying twice, at their current prices. */
export const retryOfferSchema = z.object({
  /** The jobs that a retry includes. */
  ids: z.array(z.string()),
  /** Exact sum of their current prices. */
  total: moneySchema,
  /** Numbers of other jobs without a result, by the reason why they are left out. */
  leftOut: z.object({
    /** Whether the service charged for them is unknown. */
    uncertain: z.int(),
    /** They failed, and their refund is not confirmed. */
    unconfirmed: z.int(),
    /** They failed and were charged. */
    charged: z.int(),
    /** The service rejected them and would reject the same request again. */
    permanent: z.int(),
    /** Their price is unavailable now. */
    unpriced: z.int(),
  }),
})
export type RetryOffer = z.infer<typeof retryOfferSchema>

/** The time during which the user was away, in milliseconds since the epoch. */
export const awaySpanSchema = z.object({ since: z.int(), until: z.int() })
export type AwaySpan = z.infer<typeof awaySpanSchema>

/** How jobs ended while the user was away, including later results of jobs that an earlier session sent. */
export const awaySummarySchema = awaySpanSchema.extend({
  saved: z.int(),
  failed: z.int(),
  uncertain: z.int(),
  /** Sum of the quotes of the saved jobs. */
  quoted: moneySchema,
  /** Number of jobs that were sent in an earlier session and are still in progress. */
  inProgress: z.int(),
})
export type AwaySummary = z.infer<typeof awaySummarySchema>
