import { rename, rm, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { storageErrors } from '../../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { FILES_KNOWN_SINCE } from '../../storage/backup/restoreBackup.ts'
import type { Database } from '../../storage/database/Database.ts'
import { fsyncFolder } from '../../storage/files/durableFiles.ts'
import { makeFoundFolder } from '../../storage/files/foundFolder.ts'
import { listNames } from '../../storage/files/folders.ts'
import type { Log } from '../../world.ts'
import { resolveInside } from '../assets/resolveInside.ts'
import { hashFile } from '../assets/hashFile.ts'
import type { Library } from '../Library.ts'

/** The name of a result file; one that is still being written ends in `.part`. */
const RESULT_NAME = /^\d{4}-\d\d-\d\d-[^.]+\.(?!part$)[a-z0-9]+$/

interface Dependencies {
  database: Database
  folders: { library: string; found: string }
  /** Lists a folder in a worker, because it may contain very many files. */
  listInWorker?: typeof listNames
  /** Whether a file was finished recently or is recorded for a job that is not saved yet, so that it may still get its row. */
  isPending: (path: string) => boolean
  library: Pick<Library, 'writeSidecar'>
  report: (problem: Problem) => void
  log: Log
}

/**
 * What was done with a file: its sidecar was written, it was deleted as a second copy, it was moved to `found/`, or
 * nothing.
 */
type Outcome = 'sidecars' | 'copies' | 'found' | 'ignored'

/**
 * Repairs what a crash leaves in the library: results without their sidecar, and complete files without a row. Such a file may have been
 * paid for, so it is moved to `found/`, and deleted only if the library has a result with the same bytes.
 */
export class OrphanFiles {
  readonly #dependencies: Dependencies
  #isClosed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Repairs the library month by month. Call it once at startup. */
  async repair(): Promise<void> {
    const { folders, report, log } = this.#dependencies
    const counts = { sidecars: 0, copies: 0, found: 0 }
    for (const year of await listFolders(folders.library, /^\d{4}$/)) {
      for (const month of await listFolders(join(folders.library, year), /^\d\d$/)) {
        if (this.#isClosed) return
        await this.#repairMonth(posix.join(year, month), counts)
      }
    }
    if (counts.sidecars + counts.copies + counts.found > 0) log.info('Repaired the library', counts)
    if (counts.found === 0) return
    const params = { count: counts.found, folder: folders.found }
    report({ code: storageErrors.filesFound, money: 'none', params })
  }

  /** The files in `found/`. */
  async foundUsage(): Promise<{ folder: string; files: number; bytes: number }> {
    const { found: folder } = this.#dependencies.folders
    const names = await listNames({ folder, pattern: RESULT_NAME })
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
    return { folder, files: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
  }

  close(): void {
    this.#isClosed = true
  }

  async #repairMonth(month: string, counts: Record<Exclude<Outcome, 'ignored'>, number>): Promise<void> {
    const { folders, listInWorker = listNames, isPending, log } = this.#dependencies
    // Files with a sidecar are left out: they were saved results, even if their rows were lost.
    const folder = join(folders.library, month)
    for (const name of await listInWorker({ folder, pattern: RESULT_NAME, siblingSuffix: '.json' })) {
      if (this.#isClosed) return
      const path = posix.join(month, name)
      if (isPending(path)) continue
      try {
        const outcome = await this.#repairFile(path)
        if (outcome !== 'ignored') counts[outcome]++
      } catch (error) {
        log.warn('A file of the library could not be repaired', { path, error: String(error) })
      }
    }
  }

  async #repairFile(path: string): Promise<Outcome> {
    const row = this.#dependencies.database.get('SELECT id, role FROM assets WHERE path = ?', path)
    if (!row) return this.#moveOrDelete(path)
    if (row['role'] !== 'result') return 'ignored'
    await this.#dependencies.library.writeSidecar(String(row['id']))
    return 'sidecars'
  }

  /** Deletes a second copy of a result, moves any other file to `found/`, and ignores files of a replaced database. */
  async #moveOrDelete(path: string): Promise<Outcome> {
    const { database, folders, log } = this.#dependencies
    const absolutePath = join(folders.library, path)
    const { mtimeMs } = await stat(absolutePath)
    const knownSince = database.get('SELECT value FROM library_marks WHERE name = ?', FILES_KNOWN_SINCE)
    if (mtimeMs < Number(knownSince?.['value'] ?? 0)) return 'ignored'
    const hash = await hashFile(absolutePath)
    const hasCopy = await this.#hasCopy(hash, path)
    // Its job may have saved the file meanwhile. A file that has neither a row nor a waiting job now never gets a row.
    if (this.#isKnown(path)) return 'ignored'
    if (hasCopy) {
      await rm(absolutePath)
      log.info('Removed a second copy of a saved result', { path, sha256: hash })
      return 'copies'
    }
    await makeFoundFolder(folders.found)
    await rename(absolutePath, join(folders.found, posix.basename(path)))
    await fsyncFolder(folders.found)
    log.warn('A finished result belongs to no job and was moved to the found folder', { path, sha256: hash })
    return 'found'
  }

  /** Whether a row or an open job has this file. */
  #isKnown(path: string): boolean {
    const { database, isPending } = this.#dependencies
    return database.get('SELECT 1 FROM assets WHERE path = ?', path) !== undefined || isPending(path)
  }

  /** Whether another file in the library has the same bytes. */
  async #hasCopy(sha256: string, path: string): Promise<boolean> {
    const { database, folders } = this.#dependencies
    const rows = database.all(
      "SELECT path FROM assets WHERE sha256 = ? AND role <> 'input' AND path <> ?",
      sha256,
      path,
    )
    for (const { path: otherPath } of rows) {
      const full = resolveInside(folders.library, String(otherPath))
      if (full !== null && (await hashFile(full).catch(() => null)) === sha256) return true
    }
    return false
  }
}

const listFolders = async (folder: string, pattern: RegExp): Promise<string[]> =>
  (await listNames({ folder, pattern })).sort()
