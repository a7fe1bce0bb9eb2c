import { z } from 'zod'
import type { Row, Database } from './Database.ts'
import { storageErrors } from '../../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Clock, Log } from '../../world.ts'

/** Parses rows and returns the valid ones. Each invalid row is quarantined and reported. */
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

/** Where invalid rows are copied to and reported. */
export interface QuarantineContext {
  database: Database
  log: Log
  clock: Clock
  /** Called once per invalid row, however often it is read. */
  report?: ((problem: Problem) => void) | undefined
}

const rowToJson = (row: Row): string =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

/** Copies an invalid row into `quarantine`, once. The row itself is not changed. */
export function quarantineRow(context: QuarantineContext, source: string, row: Row, reason: string): void {
  const content = rowToJson(row)
  const added = context.database.run(
    `INSERT INTO quarantine (source, content, reason, at) SELECT ?1, ?2, ?3, ?4
       WHERE NOT EXISTS (SELECT 1 FROM quarantine WHERE source = ?1 AND content = ?2)`,
    source,
    content,
    reason,
    context.clock.now(),
  )
  if (added === 0) return
  context.log.warn('A stored row could not be read and was quarantined', { source, reason })
  context.report?.({ code: storageErrors.rowsQuarantined, money: 'none', params: { source, count: 1 } })
}

/** A JSON text column, validated against a schema. */
export const jsonColumn = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message: 'not JSON' })
        return z.NEVER
      }
    })
    .pipe(schema)
