import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  type Dirent,
  type Stats,
} from 'node:fs'
import { join } from 'node:path'
import { fsyncPath } from '../files/durableFiles.ts'
import { makeFolder } from '../files/folders.ts'
import { isOwnName } from '../files/libraryFolder.ts'
import { isDiskFull } from '../files/storageError.ts'

const CHUNK_BYTES = 1 << 20
/** With more unreadable files than this, the disk is probably failing, and the library stays where it is. */
const MAX_LEFT = 200
/** The suffix of a file that is being copied. */
const TEMPORARY_SUFFIX = '.copying'
/** Folders in which single unreadable files may stay behind. */
const CONTENT = new Set([
  'library',
  'inputs',
  'thumbs',
  'found',
  'logs',
  'sandbox',
  'window',
  'exports',
  'unfinished-exports',
  'unfinished-imports',
])
/** Caches and other folders in `window` that Chromium and Easel create again. */
const CACHES = new Set([
  'Cache',
  'Code Cache',
  'DawnGraphiteCache',
  'DawnWebGPUCache',
  'GPUCache',
  'Shared Dictionary',
  'blob_storage',
  'code',
  'drags',
])

/**
 * Copies a closed library to a folder that already has a part of it. Afterwards the folder has exactly the files of the
 * library, except those that can't be read, which are returned as paths with slashes. Each copy is synced and read back
 * before it gets its final name; the database comes last.
 *
 * @throws errors of the disk, also if the database, its backups, the journal or more than 200 files can't be read.
 */
export function copyRest(from: string, to: string): string[] {
  const left: string[] = []
  const leave = (path: string, error: unknown): void => {
    if (isDiskFull(error) || !CONTENT.has(path.split('/')[0] ?? '') || left.length === MAX_LEFT) throw error
    left.push(path)
  }
  const isDatabase = ({ name }: Dirent): boolean => name === 'easel.db'
  const entries = readdirSync(from, { withFileTypes: true }).filter(({ name }) => isOwnName(name))
  if (!entries.some(isDatabase)) throw new Error(`There is no database in ${from}`)
  for (const entry of [...entries.filter((one) => !isDatabase(one)), ...entries.filter(isDatabase)]) {
    // The index of the write-ahead log belongs to the processes that had the database open.
    if (entry.name.endsWith('-shm')) continue
    if (statSync(join(from, entry.name)).isDirectory()) copyFolder(from, to, entry.name, leave)
    // Always copied, because the database may change without a change of its size or time.
    else copyFile(join(from, entry.name), join(to, entry.name))
  }
  for (const { name } of readdirSync(to, { withFileTypes: true }))
    if ((isOwnName(name) || name.endsWith(TEMPORARY_SUFFIX)) && !entries.some((entry) => entry.name === name))
      rmSync(join(to, name), { recursive: true })
  syncFolder(to)
  return left
}

/** Makes a folder in `to` the same as in `from`: copies missing and changed files and removes all others. */
function copyFolder(
  from: string,
  to: string,
  path: string,
  leave: (path: string, error: unknown) => void,
): void {
  makeFolder(join(to, path))
  const entries = readdirSync(join(from, path), { withFileTypes: true }).filter(
    ({ name }) => !(path === 'window' && CACHES.has(name)),
  )
  const names = new Set(entries.map(({ name }) => name))
  for (const name of readdirSync(join(to, path)))
    if (!names.has(name)) rmSync(join(to, path, name), { recursive: true })
  for (const entry of entries) {
    const inner = `${path}/${entry.name}`
    if (entry.isDirectory()) copyFolder(from, to, inner, leave)
    else if (!entry.isFile()) {
      // Chromium leaves links in its folder that identify the process using it. Others belong to the user.
      if (!inner.startsWith('window/')) leave(inner, new Error(`${inner} is not a file`))
    } else
      try {
        if (!hasSameVersion(join(from, inner), join(to, inner))) copyFile(join(from, inner), join(to, inner))
      } catch (error) {
        // Only a file that can't be read may stay behind.
        if (isReadable(join(from, inner))) throw error
        leave(inner, error)
      }
  }
  syncFolder(join(to, path))
}

function hasSameVersion(from: string, to: string): boolean {
  const copy = statSync(to, { throwIfNoEntry: false })
  return copy !== undefined && isSameVersion(copy, statSync(from))
}

function copyFile(from: string, to: string): void {
  const part = `${to}${TEMPORARY_SUFFIX}`
  try {
    copyFileSync(from, part)
    // The copy of a read-only file is read-only too, and can't be synced.
    chmodSync(part, 0o600)
    const { atime, mtime } = statSync(from)
    utimesSync(part, atime, mtime)
    fsyncPath(part, 'r+')
    if (hashFile(part) !== hashFile(from)) throw new Error(`The copy of ${from} differs`)
    renameSync(part, to)
  } finally {
    rmSync(part, { force: true })
  }
}

function isReadable(path: string): boolean {
  try {
    hashFile(path)
    return true
  } catch {
    return false
  }
}

function hashFile(path: string): string {
  const hash = createHash('sha256')
  const buffer = Buffer.alloc(CHUNK_BYTES)
  const descriptor = openSync(path, 'r')
  try {
    for (;;) {
      const bytes = readSync(descriptor, buffer)
      if (bytes === 0) return hash.digest('hex')
      hash.update(buffer.subarray(0, bytes))
    }
  } finally {
    closeSync(descriptor)
  }
}

function syncFolder(folder: string): void {
  if (process.platform !== 'win32') fsyncPath(folder, 'r')
}

/** Whether two files have the same size and time. Some file systems store only whole or even seconds. */
export function isSameVersion(copy: Stats, source: Stats): boolean {
  const toleranceMs = copy.mtimeMs % 1000 === 0 ? 2000 : 2
  return copy.size === source.size && Math.abs(copy.mtimeMs - source.mtimeMs) <= toleranceMs
}
