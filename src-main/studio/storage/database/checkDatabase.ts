import { closeSync, existsSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Database, Row } from './Database.ts'
import { sqliteErrorKind, systemErrorCode } from '../files/storageError.ts'

const QUICK_CHECK = 'PRAGMA quick_check(1)'
const verdictIn = (row: Row | undefined): string => String(Object.values(row ?? {})[0])

/** Checks the complete file. Returns `ok` or the damage. */
export function findDamage(database: Database): string {
  try {
    return verdictIn(database.get(QUICK_CHECK))
  } catch (error) {
    // SQLite can't check a file whose schema is damaged.
    if (sqliteErrorKind(error) !== 'damaged') throw error
    return String(error)
  }
}

/** Whether a copy of a database is intact. `failed`: it can't be read. */
export interface CopyVerdict {
  state: 'intact' | 'damaged' | 'failed'
  detail: string
}

/** Checks a copy of a database that nothing else uses, without creating files beside it. */
export function checkCopy(file: string): CopyVerdict {
  const url = pathToFileURL(file)
  url.searchParams.set('immutable', '1')
  try {
    const copy = new DatabaseSync(url, { readOnly: true })
    try {
      const detail = verdictIn(copy.prepare(QUICK_CHECK).get())
      return { state: detail === 'ok' ? 'intact' : 'damaged', detail }
    } finally {
      copy.close()
    }
  } catch (error) {
    return { state: sqliteErrorKind(error) === 'damaged' ? 'damaged' : 'failed', detail: String(error) }
  }
}

/** @throws Error if a copy isn't known to be intact. */
export function requireIntact({ state, detail }: CopyVerdict): void {
  if (state !== 'intact') throw new Error(`The copy of the database is ${state}: ${detail}`)
}

/** Checks the complete file. @throws Error with the code of SQLITE_CORRUPT (11) if it is damaged. */
export function checkDatabase(database: Database): void {
  const damage = findDamage(database)
  if (damage !== 'ok') throw Object.assign(new Error(`quick_check: ${damage}`), { errcode: 11 })
}

// Byte offsets in the header of a database (sqlite.org/fileformat.html).
const PAGE_SIZE_OFFSET = 16
const PAGE_COUNT_OFFSET = 28
const USER_VERSION_OFFSET = 60

/**
 * Whether a file must be checked before use: it was not closed properly, a check of it did not end, or it is shorter than its header
 * states.
 */
export function needsIntegrityCheck(file: string): boolean {
  if (!existsSync(file)) return false
  // A clean close empties and removes the write-ahead log.
  if (existsSync(`${file}-wal`) || existsSync(uncheckedMarkerPath(file))) return true
  const header = readHeader(file)
  const storedPageSize = header.readUInt16BE(PAGE_SIZE_OFFSET)
  // 1 stands for 65,536, which is too large for two bytes.
  const pageSize = storedPageSize === 1 ? 65_536 : storedPageSize
  return statSync(file).size < pageSize * header.readUInt32BE(PAGE_COUNT_OFFSET)
}

const MAGIC = 'SQLite format 3'
const HEADER_BYTES = 100

/**
 * The schema version in a file that is not open; 0 if it is empty or missing or isn't a database. If a crash left a
 * write-ahead log, it may contain a newer version.
 */
export function readSchemaVersion(file: string): number {
  return existsSync(file) ? versionIn(readHeader(file)) : 0
}

/** As `readSchemaVersion`, but doesn't block the thread while the disk doesn't respond. */
export async function readSchemaVersionAsync(file: string): Promise<number> {
  const handle = await open(file).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  })
  if (handle === null) return 0
  const header = Buffer.alloc(HEADER_BYTES)
  try {
    await handle.read(header, 0, HEADER_BYTES, 0)
  } finally {
    await handle.close()
  }
  return versionIn(header)
}

const versionIn = (header: Buffer): number =>
  header.toString('latin1', 0, MAGIC.length) === MAGIC ? header.readUInt32BE(USER_VERSION_OFFSET) : 0

/** The header of a database, padded with zeros if the file is shorter. */
function readHeader(file: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, header, 0, header.length, 0)
  } finally {
    // Closing a file releases all locks of this process on it, so no connection may be open here.
    closeSync(descriptor)
  }
  return header
}

const damagedMarkerPath = (file: string): string => `${file}.damaged`
const uncheckedMarkerPath = (file: string): string => `${file}.unchecked`

/** Marks an open database as damaged, so that the next startup replaces it with its newest backup. */
export const markDamaged = (file: string): void => writeFileSync(damagedMarkerPath(file), '')
export const isMarkedDamaged = (file: string): boolean => existsSync(damagedMarkerPath(file))
export const unmarkDamaged = (file: string): void => rmSync(damagedMarkerPath(file), { force: true })

/** Marks a database as not checked, so that the next startup checks it even if it was closed properly before the check ended. */
export const markUnchecked = (file: string): void => writeFileSync(uncheckedMarkerPath(file), '')
export const unmarkUnchecked = (file: string): void => rmSync(uncheckedMarkerPath(file), { force: true })
