import { z } from 'zod'
import type { Row } from './Database.ts'
import { quarantineRow, type QuarantineContext } from './quarantineRow.ts'

/** The valid rows. Each invalid row is quarantined and reported. */
export function parseRows<S extends z.ZodType>(
  context: QuarantineContext,
  source: string,
  rows: readonly Row[],
  schema: S,
): z.infer<S>[] {
  return rows.flatMap((row) => {
    const parsed = schema.safeParse(row)
    if (parsed.success) return [parsed.data]
    quarantineRow(context, source, row, z.prettifyError(parsed.error))
    return []
  })
}
