import { z } from 'zod'
import { viewerSchema } from './asset.ts'

export const operationSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** What comes out; tasks are listed by it. */
  group: z.enum(['image', 'video', 'audio', 'text']),
  /** What shows what it makes, and so what that is. */
  makes: viewerSchema,
  /** Words to begin with, and the field they are for; null where it needs more than words. */
  example: z.object({ field: z.string(), words: z.string() }).nullable(),
  /** How many current models offer it. */
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
