import { z } from 'zod'
import { problemSchema } from './problem.ts'

/** A file that was left out of an import. `name`: its path in the folder. */
const importFailureSchema = z.object({ name: z.string(), problem: problemSchema })
export type ImportFailure = z.infer<typeof importFailureSchema>

/** Progress or outcome of an import. */
export const importStatusSchema = z.object({
  /** What is imported: the user's own files, including those in folders, or the results of another library. */
  content: z.enum(['files', 'library']),
  /** `listing`: the files are being counted, or the library is being read. `done`: perhaps without some files, see `failures`. */
  state: z.enum(['listing', 'running', 'done', 'cancelled', 'failed']),
  /** Name of the folder or file; empty if there are several. */
  source: z.string(),
  files: z.int(),
  filesDone: z.int(),
  added: z.int(),
  /** Number of files that were already in the library, except those counted as `trashed` or `restored`. */
  duplicates: z.int(),
  /** Number of files whose results are in the trash. */
  trashed: z.int(),
  /** Number of files that were put back in the place of a missing or changed file of the library. */
  restored: z.int(),
  /** The first files that were left out, and how many there are. */
  failures: z.array(importFailureSchema),
  failureCount: z.int(),
  /** Why it failed. */
  problem: problemSchema.nullable(),
})
export type ImportStatus = z.infer<typeof importStatusSchema>
