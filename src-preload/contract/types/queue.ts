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

/** What was learnt of one limit of the service, and how much of the day's quota is used up. */
export const learntLimitSchema = z.object({
  connectionId: z.string(),
  kind: z.enum(['send', 'poll', 'price']),
  /** Of sending: the task, since the service limits each on its own. */
  operation: z.string().nullable(),
  /** Requests a second it lets through; null: no limit was met. */
  rate: z.number().nullable(),
  dayLimit: z.int().nullable(),
  dayUsed: z.int().nullable(),
  /** Until when nothing of this kind is asked. */
  waitsUntil: z.int().nullable(),
})
export type LearntLimit = z.infer<typeof learntLimitSchema>

const counted = z.object({ jobs: z.int(), quoted: moneySchema })

export const queueSummarySchema = z.object({
  paused: z.boolean(),
  /** Why nothing is sent although the user did not pause it, such as a full disk. */
  problem: problemSchema.nullable(),
  /** Not sent yet, in both lanes. */
  unsent: counted,
  /** Part of them: of batches that wait behind "resume or review" since the last start. */
  waiting: counted,
  running: counted,
  uncertain: counted,
  limits: z.array(learntLimitSchema),
})
export type QueueSummary = z.infer<typeof queueSummarySchema>

/** Between the user's last look and the next, in milliseconds since the epoch. */
export const awaySpanSchema = z.object({ since: z.int(), until: z.int() })
export type AwaySpan = z.infer<typeof awaySpanSchema>

/** How jobs ended while the user was away; of those that an earlier session sent also later results. */
export const awaySchema = awaySpanSchema.extend({
  saved: z.int(),
  failed: z.int(),
  uncertain: z.int(),
  /** Sum of the quotes of the saved ones. */
  quoted: moneySchema,
  /** Sent in an earlier session and still in progress: more of it will come. */
  underWay: z.int(),
})
export type Away = z.infer<typeof awaySchema>
