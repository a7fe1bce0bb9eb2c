import { z } from 'zod'
import {
  type FoundParameters,
  foundParametersSchema,
} from '../../../../../src-preload/contract/types/foundParameters.ts'
import { valuesSchema } from '../../../../../src-preload/contract/types/form.ts'
import { createFoundParameters } from '../foundParameters.ts'

/** What `formatXmp` and sidecars contain. */
const easelSchema = z.object({
  /** Version of the format. */
  easelParameters: z.int(),
  /** Null if an imported result was made by another program. */
  operation: z.string().max(100).nullable(),
  model: z.object({ slug: z.string().max(500).nullable(), name: z.string() }).nullable(),
  values: valuesSchema,
  seed: z.int().nullish(),
  /** What the sidecar of an imported result says about the file that it was imported from. */
  imported: foundParametersSchema.pick({ form: true, program: true, others: true }).nullish(),
})

export function parseEasel(json: unknown, program: string | null): FoundParameters | null {
  const parsed = easelSchema.safeParse(json)
  if (!parsed.success) return null
  const { operation, model, values, seed, imported } = parsed.data
  return createFoundParameters({
    ...(imported ?? { form: 'easel', program: program ?? 'Easel', others: [] }),
    operation,
    model,
    values: { ...values, ...(typeof seed === 'number' && { seed }) },
  })
}
