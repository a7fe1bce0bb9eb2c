import { z } from 'zod'
import { MAX_PARAMETERS_TEXT_LENGTH } from '../../constraints/limits.ts'
import { defineRoute } from '../route.ts'
import { foundParametersSchema } from '../types/foundParameters.ts'
import { importStatusSchema } from '../types/import.ts'

const id = z.object({ id: z.string() })

const importStart = z.discriminatedUnion('state', [
  z.object({ state: z.literal('started'), id: z.string() }),
  /** The user closed the dialog. */
  z.object({ state: z.literal('cancelled') }),
])

export const fileRoutes = {
  /**
   * The parameters that a program wrote into the file of an asset, or into a text such as a sidecar; null if there are none. Fails with
   * `asset_not_found` or `file_missing`.
   */
  'files.parameters': defineRoute({
    input: z.union([id, z.object({ text: z.string().max(MAX_PARAMETERS_TEXT_LENGTH) })]),
    output: z.object({ found: foundParametersSchema.nullable() }),
  }),
  /**
   * Adds a copy of an input to the results. If the library has the same file as a result, that one is returned; its file is put
   * back if it is missing or changed. Fails with `asset_not_found`, with an `inputErrors` code, `import_file_changed`, `disk_full` or `disk_failed`.
   */
  'imports.add': defineRoute({
    input: id,
    output: z.object({
      /** The result. */
      id: z.string(),
      isNew: z.boolean(),
      isTrashed: z.boolean(),
      /** Whether its file was missing or changed, and was replaced by a copy of the input. */
      isRestored: z.boolean(),
    }),
  }),
  /**
   * Asks the user for a folder and imports its files, or its results if it is a library. Fails with `not_supported` in a browser.
   */
  'imports.folder': defineRoute({ input: z.void(), output: importStart }),
  /**
   * Asks the user for the folder of another library or of a backup and imports its results. Fails with `not_supported` in a browser. A
   * problem with the folder is reported in the status.
   */
  'imports.library': defineRoute({ input: z.void(), output: importStart }),
  /** Null for an unknown import. The event `imports.changed` announces changes. */
  'imports.status': defineRoute({ input: id, output: importStatusSchema.nullable() }),
  /** The newest running import; null if there is none. */
  'imports.running': defineRoute({ input: z.void(), output: id.nullable() }),
  /** Stops an import. Files that were added stay. */
  'imports.cancel': defineRoute({ input: id, output: z.void() }),
}
