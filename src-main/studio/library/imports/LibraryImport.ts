import type { DiskGuard } from '../../storage/files/DiskGuard.ts'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { importErrors, storageErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError, nonBillingError } from '../../../../src-preload/shared/StudioError.ts'
import { copyDatabase } from '../../storage/backup/copyDatabase.ts'
import type { Database } from '../../storage/database/Database.ts'
import { makeFoldersFor } from '../../storage/files/durableFiles.ts'
import type { LibraryPaths } from '../../storage/files/folders.ts'
import { sqliteErrorKind, toStorageError } from '../../storage/files/storageError.ts'
import type { QueryFunction } from '../../storage/workers/QueryTable.ts'
import type { Log } from '../../world.ts'
import { cleanTitle, toDisplayName } from '../inputs/displayName.ts'
import type { Library } from '../Library.ts'
import { type FoundLibrary, isSameFile } from './findLibrary.ts'
import type { ImportProgress } from './ImportProgress.ts'
import { type importQueries, otherResultSchema } from './importQueries.ts'
import type { ResultImporter } from './ResultImporter.ts'

/** A copy of another library's database, as current as ours and intact. */
export interface LibraryCopy {
  query: QueryFunction<typeof importQueries & { 'storage.check': (database: Database) => string }>
  close: () => Promise<void>
}

interface Dependencies {
  database: Database
  importer: Pick<ResultImporter, 'import'>
  library: Pick<Library, 'announceReordered'>
  paths: Pick<LibraryPaths, 'database' | 'unfinishedImports'>
  /** Checks and updates `easel.db` in a folder, and opens it. @throws StudioError with a code of `importErrors`, or a storage error. */
  openCopy: (folder: string) => Promise<LibraryCopy>
  disk: Pick<DiskGuard, 'check'>
  uuid: () => string
  log: Log
}

/** Imports the results of other libraries and of backups. These are never changed: their databases are copied first. */
export class LibraryImport {
  readonly #dependencies: Dependencies
  /** Names of the folders of running imports. */
  readonly #inUse = new Set<string>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Adds the results outside the trash. Those that can't be added are listed by name. @throws StudioError with a code of `importErrors` if
   * nothing can be imported, or a storage error.
   */
  async import(progress: ImportProgress, found: FoundLibrary): Promise<void> {
    const { paths, library, uuid, disk } = this.#dependencies
    progress.change({ content: 'library' })
    for (const file of found.databases)
      if (await isSameFile(file, paths.database)) throw nonBillingError(importErrors.ownLibrary)
    const id = uuid()
    const folder = join(paths.unfinishedImports, id)
    this.#inUse.add(id)
    try {
      const copy = await this.#openIntact(found.databases, folder, progress.signal)
      try {
        await this.#addAll(progress, found.folder, copy)
      } finally {
        await copy.close()
        if (progress.status.added > 0) library.announceReordered()
      }
    } catch (error) {
      const converted = toStorageError(error, dirname(paths.database))
      // Without this library, its files are missing, not those of the import.
      const problem = converted instanceof StudioError ? null : disk.check()
      throw problem && problem.code !== storageErrors.diskLow ? new StudioError(problem) : converted
    } finally {
      await rm(folder, { recursive: true, force: true })
      this.#inUse.delete(id)
    }
  }

  /** Removes the copies that a crash left. */
  async removeLeftovers(): Promise<void> {
    const { unfinishedImports } = this.#dependencies.paths
    const left = await readdir(unfinishedImports).catch(() => [])
    for (const id of left.filter((name) => !this.#inUse.has(name)))
      await rm(join(unfinishedImports, id), { recursive: true, force: true })
  }

  /** Opens a copy of the first of these databases that is intact. */
  async #openIntact(files: readonly string[], folder: string, signal: AbortSignal): Promise<LibraryCopy> {
    const { openCopy, log, paths } = this.#dependencies
    const dataFolder = dirname(paths.database)
    const database = join(folder, 'easel.db')
    for (const file of files) {
      try {
        await rm(folder, { recursive: true, force: true })
        await makeFoldersFor(dataFolder, relative(dataFolder, database))
        await copyDatabase(file, database, signal)
        return await openCopy(folder)
      } catch (error) {
        const isDamaged =
          sqliteErrorKind(error) === 'damaged' ||
          (error instanceof StudioError && error.problem.code === importErrors.libraryDamaged)
        if (!isDamaged) throw error
        log.warn('A database can’t be imported', { error: String(error) })
      }
    }
    throw nonBillingError(importErrors.libraryDamaged)
  }

  async #addAll(progress: ImportProgress, folder: string, { query }: LibraryCopy): Promise<void> {
    const { database, importer } = this.#dependencies
    progress.change({ state: 'running', files: await query('imports.count', undefined) })
    for (let after = 0; ;) {
      progress.signal.throwIfAborted()
      const rows = await query('imports.results', { after })
      if (rows.length === 0) return
      for (const row of rows) {
        const parsed = otherResultSchema.safeParse(row)
        await progress.add(nameOf(row), async () => {
          if (!parsed.success) throw nonBillingError(importErrors.resultInvalid)
          return importer.import(folder, parsed.data, progress.signal)
        })
        // Lets other work run between two results, and checkpoints finish.
        await database.pause()
      }
      after = seqOf(rows.at(-1))
    }
  }
}

const text = z.string().catch('')
const rowSchema = z.object({ seq: z.int(), path: text, name: text, title: text })

/** The name by which the user knows a result. */
function nameOf(row: unknown): string {
  const { name, title, path } = rowSchema.parse(row)
  const known = [name, title].find((part) => part.trim() !== '')
  return known === undefined ? toDisplayName(path) : cleanTitle(known)
}

const seqOf = (row: unknown): number => rowSchema.parse(row).seq
