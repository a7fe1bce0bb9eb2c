import { z } from 'zod'

/** Names are compared ignoring the case of ASCII letters. */
export const collectionNameSchema = z.string().trim().min(1).max(200)

/** A named set of results; a result may be in many, and deleting one deletes no result. */
export const collectionSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.int(),
  /** Number of its results outside the trash. */
  assets: z.int(),
  bytes: z.int(),
})
export type Collection = z.infer<typeof collectionSchema>
