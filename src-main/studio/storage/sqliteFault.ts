/** What an error of SQLite means for the file; null if it isn't an error of SQLite. */
export type SqliteFault = 'damaged' | 'busy' | 'full' | 'refused' | 'other' | null

// Primary result codes: sqlite.org/rescode.html
const FAULT_BY_CODE: Record<number, SqliteFault> = {
  3: 'refused',
  5: 'busy',
  6: 'busy',
  8: 'refused',
  10: 'refused',
  11: 'damaged',
  13: 'full',
  14: 'refused',
  26: 'damaged',
}

export function sqliteFault(error: unknown): SqliteFault {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null
  return FAULT_BY_CODE[error.errcode & 0xff] ?? 'other'
}
