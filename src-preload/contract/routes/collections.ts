import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { collectionNameSchema as name, collectionSchema } from '../types/collection.ts'

const id = z.object({ id: z.string() })
const ids = z.array(z.string()).max(10_000)

export const collectionRoutes = {
  /** Sorted by name. "All" is not a collection but the library. */
  'collections.list': defineRoute({
    input: z.void(),
    output: z.object({ collections: z.array(collectionSchema) }),
  }),
  /** Creates a collection with the results of `ids`, if any. Fails with `collection_name_taken`. */
  'collections.create': defineRoute({
    input: z.object({ name, ids: ids.optional() }),
    output: collectionSchema,
  }),
  'collections.rename': defineRoute({ input: id.extend({ name }), output: collectionSchema }),
  /** Keeps the results. Open jobs continue without the collection; its spending limit is deleted. */
  'collections.delete': defineRoute({ input: id, output: z.void() }),
  /** Only results can be added; those already in it and other ids are ignored. */
  'collections.add': defineRoute({ input: id.extend({ ids }), output: z.object({ changed: z.int() }) }),
  'collections.remove': defineRoute({ input: id.extend({ ids }), output: z.object({ changed: z.int() }) }),
}
