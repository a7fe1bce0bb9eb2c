import { z } from 'zod'
import { MAX_PRESET_FILE_LENGTH } from '../../constraints/limits.ts'
import { defineRoute } from '../route.ts'
import { presetSchema } from '../types/preset.ts'

export const presetRoutes = {
  /** Sorted by name. */
  'presets.list': defineRoute({ input: z.void(), output: z.object({ presets: z.array(presetSchema) }) }),
  /** Saves a preset, or replaces the one with the same id. Fails with `preset_name_taken` or `presets_full`. */
  'presets.save': defineRoute({
    input: presetSchema.extend({ id: presetSchema.shape.id.optional() }),
    output: presetSchema,
  }),
  'presets.delete': defineRoute({ input: z.object({ id: z.string() }), output: z.void() }),
  /**
   * Adds the presets of a file. Those that exist with the same parameters are left out; a name that is taken gets a number. Fails with
   * `preset_file_invalid` or `presets_full`, and then adds none.
   */
  'presets.import': defineRoute({
    input: z.object({ text: z.string().max(MAX_PRESET_FILE_LENGTH) }),
    output: z.object({ added: z.array(presetSchema), existing: z.int() }),
  }),
}
