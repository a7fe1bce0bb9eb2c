import { closeSync, existsSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { Database } from './Database.ts'

/** Throws SQLite's own "corrupt" error where the file does not hold together. Reads the whole file. */
export function checkDatabase(database: Database): void {
  const verdict = Object.values(database.get('PRAGMA quick_check(1)') ?? {})[0]
  if (verdict !== 'ok') throw Object.assign(new Error(`quick_check: ${String(verdict)}`), { errcode: 11 })
}

/** Whether a file deserves a check before use: it was not closed in order, or it is shorter than its header says. */
export function isSuspicious(file: string): boolean {
  if (!existsSync(file)) return false
  // A clean close empties and removes the write-ahead log.
  if (existsSync(`${file}-wal`)) return true
  const header = readHeader(file)
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  return statSync(file).size < pageSize * header.readUInt32BE(28)
}

/**
 * Version of the schema in a file that is not open: 0 for an empty or missing one. Where a crash left a write-ahead log, a
 * newer one may stand there.
 */
export const versionInFile = (file: string): number =>
  existsSync(file) ? readHeader(file).readUInt32BE(60) : 0

/** The fields of a database's header (sqlite.org/fileformat.html); zeros where the file is shorter. */
function readHeader(file: string): Buffer {
  const header = Buffer.alloc(100)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, header, 0, header.length, 0)
  } finally {
    // Closing a file drops the locks of this process on it, so no connection may be open here.
    closeSync(descriptor)
  }
  return header
}

const markOf = (file: string): string => `${file}.damaged`

/** Has the next start replace the database by its newest backup: this run can't, with the file open. */
export const markDamaged = (file: string): void => writeFileSync(markOf(file), '')
export const isMarkedDamaged = (file: string): boolean => existsSync(markOf(file))
export const unmarkDamaged = (file: string): void => rmSync(markOf(file), { force: true })
