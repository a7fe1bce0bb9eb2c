import { z } from 'zod'
import { assetSchema } from './asset.ts'

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
  /** The collection that contains it; null at the top level. Nesting is one level deep. */
  parentId: z.string().nullable(),
  /** The result chosen as its cover, while it is in the collection and not in the trash, or else its newest one; null if it has none. */
  cover: assetSchema
    .pick({ id: true, kind: true, mime: true, width: true, height: true, hasThumb: true })
    .nullable(),
  /** Whether the cover was chosen. */
  isCoverChosen: z.boolean(),
})
export type Collection = z.infer<typeof collectionSchema>
