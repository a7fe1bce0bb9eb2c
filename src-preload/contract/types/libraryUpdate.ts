import { z } from 'zod'

/** The progress of the update of a library. */
export const libraryUpdateSchema = z.object({
  /** `check`: a database that was not closed properly is checked. `backup`: it is copied. `step`: it is changed. */
  stage: z.enum(['check', 'backup', 'step']),
  /** The running step, from 1; 0 in the earlier stages. */
  step: z.int(),
  /** The number of steps; 0 until it is known. */
  steps: z.int(),
  /** The part of the backup that is copied, 0 to 100; 100 in the stage `step`. */
  percent: z.number(),
})
export type LibraryUpdate = z.infer<typeof libraryUpdateSchema>
