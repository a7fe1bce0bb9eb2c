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
  const header = Buffer.alloc(32)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, header, 0, 32, 0)
  } finally {
    closeSync(descriptor)
  }
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16)
  return statSync(file).size < pageSize * header.readUInt32BE(28)
}

const markOf = (file: string): string => `${file}.damaged`

/** Has the next start replace the database by its newest backup: this run can't, with the file open. */
export const markDamaged = (file: string): void => writeFileSync(markOf(file), '')
export const isMarkedDamaged = (file: string): boolean => existsSync(markOf(file))
export const unmarkDamaged = (file: string): void => rmSync(markOf(file), { force: true })
