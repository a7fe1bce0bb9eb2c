import type { ProblemCode } from '../contract/problemCodes.ts'

/** Codes of problems of the disk or of the database on it: full, nearly full, failing, disconnected, read-only or damaged. */
export const DISK_CODES: ReadonlySet<string> = new Set<ProblemCode>([
  'disk_full',
  'disk_failed',
  'disk_low',
  'library_disconnected',
  'library_read_only',
  'database_unsound',
])
