import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { assetDetailSchema, tileSchema } from '../types/asset.ts'

const ids = z.object({ ids: z.array(z.string()).min(1).max(10_000) })

export const libraryRoutes = {
  /** Newest first, by keyset: `before` is the `next` of the page above. */
  'library.page': defineRoute({
    input: z.object({
      before: z.string().nullable(),
      limit: z.int().min(1).max(500),
      trash: z.boolean(),
      search: z.string().max(10_000).optional(),
    }),
    output: z.object({
      tiles: z.array(tileSchema),
      next: z.string().nullable(),
      total: z.int(),
      bytes: z.int(),
    }),
  }),
  'library.asset': defineRoute({ input: z.object({ id: z.string() }), output: assetDetailSchema }),
  'library.trash': defineRoute({ input: ids, output: z.void() }),
  'library.restore': defineRoute({ input: ids, output: z.void() }),
  /** Deletes trashed files for good. */
  'library.empty_trash': defineRoute({ input: z.void(), output: z.object({ deleted: z.int() }) }),
  /** Shows the file in the system's file manager; only with the `openFolder` capability. */
  'library.reveal': defineRoute({ input: z.object({ id: z.string() }), output: z.void() }),
}
