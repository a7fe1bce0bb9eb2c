import { z } from 'zod'
import { assetSchema } from './asset.ts'

/** The result that stands for a collection. */
export const assetCoverSchema = assetSchema.pick({
  id: true,
  kind: true,
  mime: true,
  width: true,
  height: true,
  hasThumb: true,
})

/** A named set of results. A result may be in several collections; deleting a collection deletes no results. */
export const collectionSchema = z.object({
  id: z.string(),
  /** Names are compared ignoring case. */
  name: z.string(),
  createdAt: z.int(),
  /** Number of its results outside the trash. */
  assets: z.int(),
  bytes: z.int(),
  /** The collection that contains it; null at the top level. Nesting is one level deep. */
  parentId: z.string().nullable(),
  /** The chosen result, while it is in the collection and not in the trash; otherwise the newest of its latest 50 results outside the trash, or null. */
  cover: assetCoverSchema.nullable(),
  /** Whether the cover was chosen. */
  isCoverChosen: z.boolean(),
})
export type Collection = z.infer<typeof collectionSchema>
