import { z } from 'zod'
import { defineRoute } from '../route.ts'

/** A library that Easel knows. */
export const knownLibrarySchema = z.object({
  /** Stays the same while the folder does. */
  id: z.string(),
  /** The name of its folder. */
  name: z.string(),
  path: z.string(),
  /** `missing`: there is no library in the folder, or its disk isn't connected. */
  state: z.enum(['open', 'available', 'missing']),
})
export type KnownLibrary = z.infer<typeof knownLibrarySchema>

const restartSchema = z.object({ state: z.enum(['restarting', 'cancelled']) })
const copySchema = z.object({ state: z.enum(['started', 'cancelled']) })

/**
 * The libraries of this user, one of which is open. All of these routes fail with `not_supported` in a browser. Those
 * that return `restarting` restart Easel once the user has confirmed it.
 */
export const librariesRoutes = {
  /** The open library first, then the others, last opened first. */
  'libraries.list': defineRoute({
    input: z.void(),
    output: z.object({ libraries: z.array(knownLibrarySchema) }),
  }),
  /** Fails with `library_missing`, `library_in_use` or `database_newer`. */
  'libraries.open': defineRoute({ input: z.object({ id: z.string() }), output: restartSchema }),
  /** Removes a library from the list; its files stay. The open one is not removed. */
  'libraries.remove': defineRoute({ input: z.object({ id: z.string() }), output: z.void() }),
  /** Asks for an empty folder and opens a new library there. Fails with `folder_has_library` or `folder_not_empty`. */
  'libraries.create': defineRoute({ input: z.void(), output: restartSchema }),
  /** Asks for the folder of a library or a backup and opens it. Fails with `not_a_library`, or like `libraries.open`. */
  'libraries.open_existing': defineRoute({ input: z.void(), output: restartSchema }),
  /**
   * Asks for a backup and for an empty folder and starts to restore it there; see `maintenance.status`. Fails with `maintenance_running`
   * while a check or a copy runs, and with `not_a_backup`, `backup_newer`, `folder_has_library`, `folder_not_empty` or `folder_nested`.
   */
  'libraries.restore': defineRoute({ input: z.void(), output: copySchema }),
  /** Opens the library that was restored last in this session. Fails with `library_missing`. */
  'libraries.open_restored': defineRoute({ input: z.void(), output: restartSchema }),
  /**
   * Asks for an empty folder and moves the open library there: at once with a restart, or, to another disk, by starting to copy its files;
   * see `maintenance.status`. Fails with `maintenance_running`, `folder_has_library`, `folder_not_empty` or `folder_nested`.
   */
  'libraries.move': defineRoute({
    input: z.void(),
    output: z.object({ state: z.enum(['started', 'restarting', 'cancelled']) }),
  }),
  /** Completes a move whose files have been copied, with a restart. Fails with `library_missing` if there is none. */
  'libraries.finish_move': defineRoute({ input: z.void(), output: restartSchema }),
}
