import { StudioError, storageErrors } from '../../../src-preload/contract/errors.ts'

/** In earlier versions, resetting the write-ahead log at the wrong moment can damage the database (sqlite.org/wal.html, 3.51.3). */
const MIN_VERSION = '3.51.3'

export function requireSafeSqlite(found = process.versions['sqlite'] ?? '0'): void {
  if (found.localeCompare(MIN_VERSION, 'en', { numeric: true }) >= 0 && found !== '3.52.0') return
  const params = { found, wanted: MIN_VERSION }
  throw new StudioError({ code: storageErrors.sqliteTooOld, money: 'none', params })
}
