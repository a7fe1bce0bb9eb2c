import { z } from 'zod'
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
  search: z.string().max(1000).optional(),
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
  /** Until when no request of this kind is sent. */
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
  /** Those of them in batches that wait for the user since the last startup. */
  waiting: jobSumSchema,
  running: jobSumSchema,
  uncertain: jobSumSchema,
  limits: z.array(detectedLimitSchema),
})
export type QueueSummary = z.infer<typeof queueSummarySchema>

/** The time during which the user was away, in milliseconds since the epoch. */
export const awaySpanSchema = z.object({ since: z.int(), until: z.int() })
export type AwaySpan = z.infer<typeof awaySpanSchema>

/** How jobs ended while the user was away, including later results of jobs that an earlier session sent. */
export const awaySchema = awaySpanSchema.extend({
  saved: z.int(),
  failed: z.int(),
  uncertain: z.int(),
  /** Sum of the quotes of the saved jobs. */
  quoted: moneySchema,
  /** Number of jobs that were sent in an earlier session and are still in progress. */
  underWay: z.int(),
})
export type Away = z.infer<typeof awaySchema>
