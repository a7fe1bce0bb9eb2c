import { z } from 'zod'
import { moneySchema } from './money.ts'

/** How far the present run of work has come: everything since the queue was last idle. */
export const progressSchema = z.object({
  /** Jobs that came to their end, or need a look. */
  done: z.int(),
  /** All of them; 0: at rest. */
  total: z.int(),
  /** 0 to 1, with what the running ones have told of themselves. */
  part: z.number().min(0).max(1),
  /** Something is being sent, made or fetched; false at rest, and where it all stands still. */
  moving: z.boolean(),
  /** An answer was lost, or a cap, a budget or a full disk stands in the way. */
  trouble: z.boolean(),
})
export type Progress = z.infer<typeof progressSchema>

/** What the user is told outside the window: once of each batch's end, before that of what it stands still at, and of a job clicked by itself that took long. */
export const announcementSchema = z.object({
  /** Of the batch or the job. */
  id: z.string(),
  about: z.enum(['batch', 'job']),
  /** Name of the batch, title of the job. */
  name: z.string(),
  saved: z.int(),
  failed: z.int(),
  uncertain: z.int(),
  /** Not sent, because it stands still. */
  unsent: z.int(),
  /** Sum of the quotes of what was accepted, or may have been. */
  quoted: moneySchema,
  /** What it stands still at; null: it is over. */
  stopped: z.enum(['cap', 'budget', 'disk', 'price']).nullable(),
  /** The result of a single job. */
  asset: z.string().nullable(),
  sound: z.boolean(),
})
export type Announcement = z.infer<typeof announcementSchema>

/** Milliseconds, from and to. */
export const spanSchema = z.tuple([z.number().min(0), z.number().min(0)])
export type Span = z.infer<typeof spanSchema>

/** How long things take, by the middle half of what the same took before. What has too little history has no span. */
export const timesSchema = z.object({
  /** From sending to the saved file, of each model with something to come. */
  usual: z.array(
    z.object({ connectionId: z.string(), operation: z.string(), model: z.string(), span: spanSchema }),
  ),
  /** What is left of each batch that moves. */
  batches: z.array(z.object({ id: z.string(), span: spanSchema })),
  /** What is left of all that moves. */
  all: spanSchema.nullable(),
})
export type Times = z.infer<typeof timesSchema>
