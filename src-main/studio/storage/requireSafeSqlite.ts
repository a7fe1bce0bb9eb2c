import { StudioError, storageErrors } from '../../../src-preload/contract/errors.ts'

/** Before it, a write-ahead log that is reset at the wrong moment damages the database (sqlite.org/wal.html, 3.51.3). */
const WANTED = '3.51.3'

export function requireSafeSqlite(found = process.versions['sqlite'] ?? '0'): void {
  if (found.localeCompare(WANTED, 'en', { numeric: true }) >= 0 && found !== '3.52.0') return
  const params = { found, wanted: WANTED }
  throw new StudioError({ code: storageErrors.sqliteTooOld, money: 'none', params })
}
