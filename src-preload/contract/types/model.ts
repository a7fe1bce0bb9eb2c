import { z } from 'zod'
import { viewerSchema } from './asset.ts'

export const operationSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The kind of output, by which tasks are listed. */
  group: z.enum(['image', 'video', 'audio', 'text']),
  /** The viewer for its results. */
  makes: viewerSchema,
  /** An example text and its field; null if the task needs more than a text. */
  example: z.object({ field: z.string(), words: z.string() }).nullable(),
  /** Number of models that offer it. */
  models: z.int(),
})

export const modelSummarySchema = z.object({
  slug: z.string(),
  name: z.string(),
  operations: z.array(z.string()),
  /** Short facts for the picker, such as "8 steps" or "up to 2048 px". */
  facts: z.array(z.string()),
  /** No longer listed by the service; kept because drafts or results refer to it. */
  vanished: z.boolean(),
})
