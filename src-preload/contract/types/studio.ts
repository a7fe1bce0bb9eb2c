import { z } from 'zod'
import { problemSchema } from './problem.ts'

/** Functions that only some hosts have. The window checks them before it offers them. */
export const capabilitiesSchema = z.object({
  openFolder: z.boolean(),
  /** Notifications outside the window, which the user must allow in a browser. */
  notifications: z.boolean(),
  tray: z.boolean(),
  /** Keeping the computer awake. */
  keepAwake: z.boolean(),
})
export type Capabilities = z.infer<typeof capabilitiesSchema>

/** A message about Easel itself: a damaged database, quarantined rows, a full disk. */
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
  /** Notify outside the window when a batch ends or stops. */
  announceBatches: z.boolean(),
  /** Notify about a single job that took long, while the window has no focus. */
  announceJobs: z.boolean(),
  announceWithSound: z.boolean(),
  /** Keep the computer awake while jobs are in progress. */
  keepAwake: z.boolean(),
  /** Closing the window while jobs are in progress leaves Easel in the tray. */
  stayInTray: z.boolean(),
  /** The last draft of the Create screen, which is restored after a restart. */
  draft: z.json(),
})
export type Settings = z.infer<typeof settingsSchema>

/**
 * The progress of the update of a library. `check`: its file was not closed properly and is checked. `backup`:
 * `percent` of it is copied. `step`: `step` of `steps` is running, from 1; both are 0 until known.
 */
export interface LibraryUpdate {
  stage: 'check' | 'backup' | 'step'
  step: number
  steps: number
  /** 0 to 100. */
  percent: number
}
