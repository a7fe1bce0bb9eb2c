import { z } from 'zod'
import { moneySchema } from './money.ts'

/** The progress of all work since the queue was last idle. */
export const progressSchema = z.object({
  /** Number of jobs that ended or need attention. */
  done: z.int(),
  /** Total number of jobs; 0 if idle. */
  total: z.int(),
  /** 0 to 1, including the reported progress of running jobs. */
  fraction: z.number().min(0).max(1),
  /** Whether anything is being sent, generated or downloaded; false if idle or stopped. */
  isActive: z.boolean(),
  /** Whether a response was lost, or a limit or a full disk blocks the work. */
  needsAttention: z.boolean(),
})
export type Progress = z.infer<typeof progressSchema>

const stopReasonSchema = z.enum(['cap', 'budget', 'disk', 'price', 'balance'])
/** Why a batch stopped. */
export type StopReason = z.infer<typeof stopReasonSchema>

/** A notification for outside the window: about the end of a batch, about the reason a batch stopped, or about a single job that took long. */
export const announcementSchema = z.object({
  /** Id of the batch or the job. */
  id: z.string(),
  about: z.enum(['batch', 'job']),
  /** Name of the batch, title of the job. */
  name: z.string(),
  saved: z.int(),
  failed: z.int(),
  uncertain: z.int(),
  /** Number of jobs that are not sent because the batch stopped. */
  unsent: z.int(),
  /** Sum of the quotes of jobs that were accepted or may have been. */
  quoted: moneySchema,
  /** Why it stopped; null if it ended. */
  stopReason: stopReasonSchema.nullable(),
  /** The result of a single job. */
  assetId: z.string().nullable(),
  playSound: z.boolean(),
})
export type Announcement = z.infer<typeof announcementSchema>

/** A range of milliseconds. */
export const durationRangeSchema = z.tuple([z.number().min(0), z.number().min(0)])
export type DurationRange = z.infer<typeof durationRangeSchema>

/** Expected durations: the interquartile range of earlier ones. Without enough history there is no range. */
export const timesSchema = z.object({
  /** From sending to the saved file, for each model with unfinished jobs. */
  usual: z.array(
    z.object({
      connectionId: z.string(),
      operation: z.string(),
      model: z.string(),
      span: durationRangeSchema,
    }),
  ),
  /** The time left of each active batch. */
  batches: z.array(z.object({ id: z.string(), timeLeft: durationRangeSchema })),
  /** The remaining time of all active work. */
  all: durationRangeSchema.nullable(),
})
export type Times = z.infer<typeof timesSchema>
