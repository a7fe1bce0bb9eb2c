import { z } from 'zod'
import { problemSchema } from './problem.ts'

/** What only some hosts can do; the window asks before it offers. */
export const capabilitiesSchema = z.object({
  openFolder: z.boolean(),
  /** Words outside the window; in a browser the user allows them first. */
  notifications: z.boolean(),
  tray: z.boolean(),
  /** Keeping the machine from falling asleep. */
  keepAwake: z.boolean(),
})
export type Capabilities = z.infer<typeof capabilitiesSchema>

/** Something the user must know about the studio itself: a damaged database set aside, rows quarantined, a full disk. */
export const noticeSchema = z.object({ id: z.string(), problem: problemSchema, at: z.int() })
export type Notice = z.infer<typeof noticeSchema>

export const studioInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['electron', 'browser']),
  dataFolder: z.string(),
  capabilities: capabilitiesSchema,
  notices: z.array(noticeSchema),
})

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** Also download the jpg and webp alternatives when the service offers them. */
  saveAlternatives: z.boolean(),
  /** Say it outside the window when a batch is over or stands still. */
  announceBatches: z.boolean(),
  /** The same of a job by itself that took long, while the window is not looked at. */
  announceJobs: z.boolean(),
  announceWithSound: z.boolean(),
  /** Keep the machine awake while jobs are in progress. */
  keepAwake: z.boolean(),
  /** Closing the window while jobs are in progress leaves Easel in the tray. */
  stayInTray: z.boolean(),
  /** The last draft of the Create screen, so that a restart opens where one left. */
  draft: z.json(),
})
export type Settings = z.infer<typeof settingsSchema>
