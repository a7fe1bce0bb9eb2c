import { storageErrors } from '../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { Clock, Log } from '../world.ts'
import type { Database, Row } from './Database.ts'

/** Where bad rows go and who hears of them. */
export interface QuarantineContext {
  database: Database
  log: Log
  clock: Clock
  /** Reported once per bad row, however often it is read. */
  report?: ((problem: Problem) => void) | undefined
}

const asText = (row: Row): string =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

/** Copies a stored row that can't be understood into `quarantine`, once; the row itself stays where it is. */
export function quarantineRow(parts: QuarantineContext, source: string, row: Row, reason: string): void {
  const content = asText(row)
  const added = parts.database.run(
    `INSERT INTO quarantine (source, content, reason, at) SELECT ?1, ?2, ?3, ?4
       WHERE NOT EXISTS (SELECT 1 FROM quarantine WHERE source = ?1 AND content = ?2)`,
    source,
    content,
    reason,
    parts.clock.now(),
  )
  if (added === 0) return
  parts.log.warn('A stored row could not be read and was set aside', { source, reason })
  parts.report?.({ code: storageErrors.rowsQuarantined, money: 'none', params: { source, count: 1 } })
}
