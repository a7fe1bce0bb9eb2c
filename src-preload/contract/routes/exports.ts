import { z } from 'zod'
import { MAX_IDS } from '../../constraints/limits.ts'
import { defineRoute } from '../route.ts'
import { exportOptionsSchema, exportStatusSchema, nameTemplateSchema } from '../types/export.ts'

const id = z.object({ id: z.string() })

export const exportRoutes = {
  /** The names that a template gives to the first files of an export of `total` files, and its unknown fields. Deleted results have no name. */
  'exports.names': defineRoute({
    input: z.object({
      ids: z.array(z.string()).min(1).max(10),
      total: z.int().min(1),
      template: nameTemplateSchema,
      format: exportOptionsSchema.shape.format,
    }),
    output: z.object({ names: z.array(z.string()), unknownFields: z.array(z.string()) }),
  }),
  /**
   * Exports files in this order. A desktop host first asks the user where to; in a browser, the archive is downloaded afterwards as the media
   * file `export` with the returned id. Fails with `not_supported` for a folder in a browser.
   */
  'exports.start': defineRoute({
    input: z.object({ ids: z.array(z.string()).min(1).max(MAX_IDS), options: exportOptionsSchema }),
    output: z.discriminatedUnion('state', [
      z.object({ state: z.literal('started'), id: z.string() }),
      z.object({ state: z.literal('download'), id: z.string(), fileName: z.string() }),
      /** The user closed the dialog. */
      z.object({ state: z.literal('cancelled') }),
    ]),
  }),
  /**
   * The name of a copy of one file (the media file `copy`) by the template of the last export, and whether it lacks the parameters that
   * the user wants in copies, because the file has metadata of its own or is not valid. Fails with `asset_not_found` or `file_missing`.
   */
  'exports.copy': defineRoute({
    input: id,
    output: z.object({ name: z.string(), withoutParameters: z.boolean() }),
  }),
  /** The parameters of a result as text, as they are written into copies; empty for the user's own file. Fails with `asset_not_found`. */
  'exports.parameters': defineRoute({ input: id, output: z.object({ text: z.string() }) }),
  /** Null for an unknown export. The event `exports.changed` announces changes. */
  'exports.status': defineRoute({ input: id, output: exportStatusSchema.nullable() }),
  /** The newest running export; null if there is none. */
  'exports.running': defineRoute({
    input: z.void(),
    output: z
      .object({ id: z.string(), as: exportOptionsSchema.shape.as, status: exportStatusSchema })
      .nullable(),
  }),
  /** Stops an export. Files that are already complete in a folder stay. */
  'exports.cancel': defineRoute({ input: id, output: z.void() }),
  /** Shows the exported folder or archive in the system's file manager; only with the `openFolder` capability. */
  'exports.reveal': defineRoute({ input: id, output: z.void() }),
}
