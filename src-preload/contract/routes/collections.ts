import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { collectionNameSchema as name, collectionSchema } from '../types/collection.ts'

const id = z.object({ id: z.string() })
const ids = z.array(z.string()).max(10_000)

export const collectionRoutes = {
  /** By name. "All" is none of them: it is the library. */
  'collections.list': defineRoute({
    input: z.void(),
    output: z.object({ collections: z.array(collectionSchema) }),
  }),
  /** With results in it from the beginning, where `ids` names any. `collection_name_taken`. */
  'collections.create': defineRoute({
    input: z.object({ name, ids: ids.optional() }),
    output: collectionSchema,
  }),
  'collections.rename': defineRoute({ input: id.extend({ name }), output: collectionSchema }),
  /** Never deletes a result. Jobs whose results were to go there go on without it; its budget goes with it. */
  'collections.delete': defineRoute({ input: id, output: z.void() }),
  /** Only results can be in one; those already there, and what is none, change nothing. */
  'collections.add': defineRoute({ input: id.extend({ ids }), output: z.object({ changed: z.int() }) }),
  'collections.remove': defineRoute({ input: id.extend({ ids }), output: z.object({ changed: z.int() }) }),
}
