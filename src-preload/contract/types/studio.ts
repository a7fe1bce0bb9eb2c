import { z } from 'zod'
import {
  MAX_ENTRY_ID_LENGTH,
  MAX_FAVORITE_MODELS,
  MAX_GALLERY_FILTER_LENGTH,
  MAX_RECENT_ENTRIES,
} from '../../constraints/limits.ts'
import { exportOptionsSchema } from './export.ts'
import { problemSchema } from './problem.ts'

/** Functions that only some hosts have. The window checks them before it offers them. */
export const capabilitiesSchema = z.object({
  /** Showing a file in the system's file manager. */
  openFolder: z.boolean(),
  /** Letting the user choose a folder or file to export to. A browser downloads instead. */
  chooseFolder: z.boolean(),
  /** Notifications outside the window, which the user must allow in a browser. */
  notifications: z.boolean(),
  tray: z.boolean(),
  /** Keeping the computer awake. */
  keepAwake: z.boolean(),
})
export type Capabilities = z.infer<typeof capabilitiesSchema>

/** A message that belongs to no job: a damaged database, quarantined rows, a full disk, a spending limit. `at`: milliseconds since the epoch. */
export const noticeSchema = z.object({ id: z.string(), problem: problemSchema, at: z.int() })
export type Notice = z.infer<typeof noticeSchema>

/** Whether the page may use the microphone; `ask`: the user has not answered yet. */
export const microphoneStateSchema = z.enum(['ask', 'allowed', 'denied'])
export type MicrophoneState = z.infer<typeof microphoneStateSchema>

export const studioInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['electron', 'browser']),
  dataFolder: z.string(),
  capabilities: capabilitiesSchema,
  notices: z.array(noticeSchema),
  /** Absent if the browser asks the user itself. */
  microphone: microphoneStateSchema.optional(),
})

/** The choices of the setting `deleteFromTrashAfterDays`. */
export const RETENTION_DAYS = [7, 30, 90] as const

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** Also download the jpg and webp alternatives when the service offers them. */
  saveAlternatives: z.boolean(),
  /** Notify outside the window when a batch is done or is paused by a problem. */
  announceBatches: z.boolean(),
  /** Notify about a single job that took long, while the window has no focus. */
  announceJobs: z.boolean(),
  announceWithSound: z.boolean(),
  /** Keep the computer awake while jobs are in progress. */
  keepAwake: z.boolean(),
  /** Closing the window while jobs are in progress leaves Easel in the tray. */
  stayInTray: z.boolean(),
  /** Results are deleted from the trash after this many days; null for never. */
  deleteFromTrashAfterDays: z.literal(RETENTION_DAYS).nullable(),
  /** Whether exported and saved images get the parameters that made them. */
  embedParameters: z.boolean(),
  /** Slugs of the user's favorite models, in the order in which they were added. */
  favoriteModels: z.array(z.string().max(300)).max(MAX_FAVORITE_MODELS),
  /** The options of the last export. */
  export: exportOptionsSchema,
  /** The last draft of the Create screen, which is restored after a restart. */
  draft: z.json(),
  /** What the gallery showed last and how, which is restored after a restart. */
  gallery: z.object({
    /** The filter and order as the query of the gallery's URL; empty for all results, newest first. */
    filter: z.string().max(MAX_GALLERY_FILTER_LENGTH),
    /** Target height of a row in px. */
    rowHeight: z.number(),
    shape: z.enum(['justified', 'square']),
    /** Whether variations of a prompt are shown as one tile. */
    isStacking: z.boolean(),
  }),
  /** Ids of the entries that were used in the command palette, the last used one first. */
  recentEntries: z.array(z.string().max(MAX_ENTRY_ID_LENGTH)).max(MAX_RECENT_ENTRIES),
})
export type Settings = z.infer<typeof settingsSchema>
