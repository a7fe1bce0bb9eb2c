import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { storageErrors } from '../../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Database } from '../../storage/database/Database.ts'
import { fsyncFolder } from '../../storage/files/durableFiles.ts'
import { listNames } from '../../storage/files/listNames.ts'
import type { Log } from '../../world.ts'
import { pathInside } from '../assets/pathInside.ts'

/** The name of a result file; one that is still being written ends in `.part`. */
const RESULT = /^\d{4}-\d\d-\d\d-[^.]+\.(?!part$)[a-z0-9]+$/
const KNOWN_SINCE = 'files_known_since'

interface Dependencies {
  database: Database
  folders: { library: string; found: string }
  /** Lists a folder in a worker, because it may contain very many files. */
  listInWorker?: typeof listNames
  /** Whether a file is being saved, or its job will still claim it. */
  isExpected: (path: string) => boolean
  writeSidecar: (id: string) => Promise<void>
  report: (problem: Problem) => void
  log: Log
}

type Outcome = 'sidecars' | 'spare' | 'found' | 'left'

/**
 * Repairs what a crash leaves in the library: results without their sidecar, and complete files without a row. Such a file may have been
 * charged, so it is moved to `found/`, and deleted only if the library has a result with the same bytes.
 */
export class OrphanFiles {
  readonly #dependencies: Dependencies
  #closed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Ignores all files that are in the library now, because they belong to a replaced database. */
  leaveExisting(): void {
    const sql = 'UPDATE library_marks SET value = unixepoch() * 1000 WHERE name = ?'
    this.#dependencies.database.run(sql, KNOWN_SINCE)
  }

  /** Checks the library month by month. Call it once at startup. */
  async tidy(): Promise<void> {
    const { folders, report, log } = this.#dependencies
    const counts = { sidecars: 0, spare: 0, found: 0 }
    for (const year of await foldersIn(folders.library, /^\d{4}$/)) {
      for (const month of await foldersIn(join(folders.library, year), /^\d\d$/)) {
        if (this.#closed) return
        await this.#tidyMonth(posix.join(year, month), counts)
      }
    }
    if (counts.sidecars + counts.spare + counts.found > 0) log.info('Tidied the library', counts)
    if (counts.found === 0) return
    const params = { count: counts.found, folder: folders.found }
    report({ code: storageErrors.filesFound, money: 'none', params })
  }

  /** The files in `found/`. */
  async found(): Promise<{ folder: string; files: number; bytes: number }> {
    const { found: folder } = this.#dependencies.folders
    const names = await listNames({ folder, pattern: RESULT })
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
    return { folder, files: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
  }

  close(): void {
    this.#closed = true
  }

  async #tidyMonth(month: string, counts: Record<Exclude<Outcome, 'left'>, number>): Promise<void> {
    const { folders, listInWorker = listNames, isExpected, log } = this.#dependencies
    // A file with a sidecar was a saved result of which only the row was lost.
    const folder = join(folders.library, month)
    for (const name of await listInWorker({ folder, pattern: RESULT, siblingSuffix: '.json' })) {
      if (this.#closed) return
      const path = posix.join(month, name)
      if (isExpected(path)) continue
      try {
        const outcome = await this.#repair(path)
        if (outcome !== 'left') counts[outcome]++
      } catch (error) {
        log.warn('The library could not be tidied', { path, error: String(error) })
      }
    }
  }

  async #repair(path: string): Promise<Outcome> {
    const row = this.#dependencies.database.get('SELECT id, role FROM assets WHERE path = ?', path)
    if (!row) return this.#quarantine(path)
    if (row['role'] !== 'result') return 'left'
    await this.#dependencies.writeSidecar(String(row['id']))
    return 'sidecars'
  }

  /** Deletes a second copy of a result, moves any other file to `found/`, and leaves files of a replaced database. */
  async #quarantine(path: string): Promise<Outcome> {
    const { database, folders, log } = this.#dependencies
    const full = join(folders.library, path)
    const { mtimeMs } = await stat(full)
    const mark = database.get('SELECT value FROM library_marks WHERE name = ?', KNOWN_SINCE)
    if (mtimeMs < Number(mark?.['value'] ?? 0)) return 'left'
    const hash = await hashOf(full)
    const hasCopy = await this.#hasCopy(hash, path)
    // Its job may have saved it meanwhile. A file without a row and a job now won't get one later.
    if (this.#isKnown(path)) return 'left'
    if (hasCopy) {
      await rm(full)
      log.info('Removed a second copy of a saved result', { path, sha256: hash })
      return 'spare'
    }
    await mkdir(folders.found, { recursive: true, mode: 0o700 })
    await rename(full, join(folders.found, posix.basename(path)))
    await fsyncFolder(folders.found)
    log.warn('A finished result belongs to no job and was moved to the found folder', { path, sha256: hash })
    return 'found'
  }

  /** Whether a row or an open job has this file. */
  #isKnown(path: string): boolean {
    const { database, isExpected } = this.#dependencies
    return database.get('SELECT 1 FROM assets WHERE path = ?', path) !== undefined || isExpected(path)
  }

  /** Whether another file in the library has the same bytes. */
  async #hasCopy(sha256: string, path: string): Promise<boolean> {
    const { database, folders } = this.#dependencies
    const rows = database.all(
      "SELECT path FROM assets WHERE sha256 = ? AND role <> 'input' AND path <> ?",
      sha256,
      path,
    )
    for (const { path: other } of rows) {
      const full = pathInside(folders.library, String(other))
      if (full !== null && (await hashOf(full).catch(() => null)) === sha256) return true
    }
    return false
  }
}

const foldersIn = async (folder: string, pattern: RegExp): Promise<string[]> =>
  (await listNames({ folder, pattern })).sort()

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
