import { z } from 'zod'
import { valuesSchema } from './form.ts'

/** The parameters that a program wrote into a file. */
export const foundParametersSchema = z.object({
  /** The format in which they are written; `xmp` if only in standard metadata fields. */
  form: z.enum(['easel', 'a1111', 'comfyui', 'invokeai', 'swarmui', 'fooocus', 'novelai', 'xmp']),
  /** The program that wrote them, as it names itself; null if it doesn't. */
  program: z.string().nullable(),
  /** The id of Easel's operation; null in files of other programs. */
  operation: z.string().nullable(),
  /** `slug` is null in files of other programs. */
  model: z.object({ slug: z.string().nullable(), name: z.string() }).nullable(),
  /** By the names of Easel's fields. */
  values: valuesSchema,
  /** Parameters that have no field in Easel, or whose value no form takes; `entry` is the name of that field. */
  others: z.array(z.object({ name: z.string(), value: z.string(), entry: z.string().optional() })),
})
export type FoundParameters = z.infer<typeof foundParametersSchema>
