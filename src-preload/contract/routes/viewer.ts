import { z } from 'zod'
import { MAX_REQUESTED_TILES } from '../../constraints/limits.ts'
import { defineRoute } from '../route.ts'
import { tileSchema } from '../types/asset.ts'
import { lineageSchema } from '../types/lineage.ts'

const id = z.object({ id: z.string() })

/** What the viewer of a result needs besides its details. */
export const viewerRoutes = {
  /** Tiles by id, in that order; unknown ids are left out. */
  'library.tiles': defineRoute({
    input: z.object({ ids: z.array(z.string()).min(1).max(MAX_REQUESTED_TILES) }),
    output: z.object({ tiles: z.array(tileSchema) }),
  }),
  /** The sources of an asset and what was made from it, with what each step cost. Permanently deleted assets are left out. */
  'library.lineage': defineRoute({ input: id, output: lineageSchema }),
  /** Compares the file of an asset with what was saved: its size, and its hash if it was written to since. */
  'library.file_state': defineRoute({
    input: id,
    output: z.object({
      /** `disconnected`: nothing is known about the file, because the folder of the library is gone. */
      state: z.enum(['present', 'missing', 'changed', 'disconnected']),
      /** Whether the service may still have it, because its job is known there. */
      canFetchAgain: z.boolean(),
    }),
  }),
  /**
   * Downloads the file of a result again, without charge, and puts it back if its bytes are the saved ones. A changed file is first
   * moved to the library's folder `found`, so that it isn't overwritten. `gone`: the service no longer has it; `different`: it has a
   * different file, which is not kept.
   */
  'library.fetch_again': defineRoute({
    input: id,
    output: z.object({ outcome: z.enum(['restored', 'gone', 'different']) }),
  }),
}
