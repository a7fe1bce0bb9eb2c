import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { assetKindSchema, tileSchema } from '../types/asset.ts'

export const inputRoutes = {
  /** Earlier inputs, newest first, by keyset; a search finds names with all of its words. */
  'inputs.page': defineRoute({
    input: z.object({
      before: z.string().regex(/^\d+$/).nullable(),
      limit: z.int().min(1).max(500),
      kinds: z.array(assetKindSchema).min(1),
      search: z.string().max(10_000).optional(),
    }),
    output: z.object({ tiles: z.array(tileSchema), next: z.string().nullable() }),
  }),
  /** Disk usage of inputs, and how much of it nothing refers to: no job, parameters, draft, or form of this session. */
  'inputs.usage': defineRoute({
    input: z.void(),
    output: z.object({
      files: z.int(),
      bytes: z.int(),
      unusedFiles: z.int(),
      unusedBytes: z.int(),
      /** Complete results without a job, in the folder `found`. */
      found: z.object({ folder: z.string(), files: z.int(), bytes: z.int() }),
    }),
  }),
  /** Deletes the unused inputs. */
  'inputs.clean': defineRoute({
    input: z.void(),
    output: z.object({ deleted: z.int(), bytes: z.int() }),
  }),
}
