import { z } from 'zod'
import { problemSchema } from './problem.ts'

/** What the disk space of a library is used for. */
export const sizeGroupSchema = z.object({
  group: z.enum([
    'images',
    'videos',
    'audio',
    'texts',
    'alternatives',
    'inputs',
    'thumbnails',
    'found',
    'database',
    'backups',
    'logs',
  ]),
  files: z.int(),
  bytes: z.int(),
})
export type SizeGroup = z.infer<typeof sizeGroupSchema>

/** A file that isn't as it was saved. */
export const fileProblemSchema = z.object({
  /** Id of its asset; null for a file that isn't an asset. */
  id: z.string().nullable(),
  /** Path in the data folder. */
  file: z.string(),
  /** `failed`: it can't be read or copied. `restored`: it was downloaded again. */
  state: z.enum(['missing', 'changed', 'failed', 'restored']),
  /** Whether the service may still have it. */
  canFetchAgain: z.boolean(),
})
export type FileProblem = z.infer<typeof fileProblemSchema>

/** A check or a copy of a whole library. */
export const maintenanceStatusSchema = z.object({
  /** `move`: the part of a move that is done while the library is open. */
  kind: z.enum(['check', 'backup', 'restore', 'move']),
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  /** Numbers of files and bytes; the totals are 0 until they are counted. */
  files: z.int(),
  filesDone: z.int(),
  bytes: z.int(),
  bytesDone: z.int(),
  /** Number of files that were already in the target. */
  filesSkipped: z.int(),
  /** The folder that is copied to; null for a check. */
  target: z.string().nullable(),
  problemCount: z.int(),
  /** The first problems. */
  problems: z.array(fileProblemSchema),
  /** Why it failed. */
  problem: problemSchema.nullable(),
})
export type MaintenanceStatus = z.infer<typeof maintenanceStatusSchema>
