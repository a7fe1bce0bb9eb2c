import { z } from 'zod'
import { moneySchema } from './money.ts'

/** One difference in what a model accepts, as texts for the user. */
export const modelDifferenceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('value'),
    name: z.string(),
    /** Null: not stated. */
    before: z.string().nullable(),
    after: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('list'),
    name: z.string(),
    added: z.array(z.string()),
    removed: z.array(z.string()),
  }),
])
export type ModelDifference = z.infer<typeof modelDifferenceSchema>

/** What changed about a model since the user last used it or dismissed its changes. */
export const modelChangeSchema = z.object({
  slug: z.string(),
  name: z.string(),
  /** `gone` and `changed` only for models that a job or a preset used. */
  kind: z.enum(['new', 'gone', 'back', 'changed']),
  /** Names of the tasks that it runs. */
  tasks: z.array(z.string()),
  differences: z.array(modelDifferenceSchema),
  /** The price of the model's last request: as it was accepted, and now. Null if it is the same or unknown. */
  price: z.object({ before: moneySchema, after: moneySchema }).nullable(),
  /** Number of unsent jobs that use it. */
  queued: z.int(),
  /** Number of presets that use it. */
  presets: z.int(),
})
export type ModelChange = z.infer<typeof modelChangeSchema>
