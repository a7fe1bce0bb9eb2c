import { z } from 'zod'
import type { Row } from './Database.ts'
import { quarantineRow, type QuarantineContext } from './quarantineRow.ts'

/** The rows that parse; each of the others is set aside and reported, and the rest is not held up by it. */
export function parseRows<S extends z.ZodType>(
  parts: QuarantineContext,
  source: string,
  rows: readonly Row[],
  schema: S,
): z.infer<S>[] {
  return rows.flatMap((row) => {
    const parsed = schema.safeParse(row)
    if (parsed.success) return [parsed.data]
    quarantineRow(parts, source, row, z.prettifyError(parsed.error))
    return []
  })
}
