import { basename, resolve } from 'node:path'
import { libraryErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { ImportStatus } from '../../../../src-preload/contract/types/import.ts'
import type { Emit } from '../../events.ts'
import type { Clock, Log } from '../../world.ts'
import { BACKUP_FOLDER } from '../maintenance/backUpLibrary.ts'
import type { FileImporter } from './FileImporter.ts'
import { findLibrary } from './findLibrary.ts'
import { importFiles } from './importFiles.ts'
import { ImportProgress } from './ImportProgress.ts'
import type { Imported } from './knownResults.ts'
import type { LibraryImport } from './LibraryImport.ts'
import type { Library } from '../Library.ts'

/** Progress is reported to the windows at most this often. */
const NOTIFY_INTERVAL_MS = 100
/** Imports whose status is kept. Older ones are removed unless they are running. */
const MAX_KEPT_IMPORTS = 20

interface Dependencies {
  importer: Pick<FileImporter, 'import'>
  libraries: Pick<LibraryImport, 'import'>
  library: Pick<Library, 'findInputFile'>
  dataFolder: string
  clock: Clock
  uuid: () => string
  log: Log
  emit: Emit
}

/** Adds the user's files to the results: single ones, which a window has stored as inputs, whole folders, and other libraries. */
export class Imports {
  readonly #dependencies: Dependencies
  readonly #runs = new Map<string, { progress: ImportProgress; finished: Promise<void> }>()
  #cancelNotification: (() => void) | null = null

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Adds a copy of an input. @throws StudioError `asset_not_found`, and the problems of `FileImporter`. */
  async add(id: string): Promise<Imported> {
    const input = this.#dependencies.library.findInputFile(id)
    if (!input) throw new StudioError({ code: libraryErrors.notFound, money: 'none' })
    return this.#dependencies.importer.import(input.path, input.name ?? '')
  }

  /** Starts an import of files and folders and returns its id. If a single folder is another library, its results are imported. */
  startPaths(paths: readonly string[]): string {
    const [first = ''] = paths
    return this.#start(paths.length === 1 ? first : '', async (progress) => {
      const { libraries, clock } = this.#dependencies
      const library = paths.length === 1 ? await findLibrary(resolve(first), clock.now()) : null
      if (library) await libraries.import(progress, library)
      else await importFiles(progress, paths, this.#dependencies)
    })
  }

  /** Starts an import of another library, or of a backup, and returns its id. */
  startLibrary(folder: string): string {
    return this.#start(folder, async (progress) => {
      const now = this.#dependencies.clock.now()
      // A backup into a folder with other files is in a subfolder.
      const library =
        (await findLibrary(resolve(folder), now)) ?? (await findLibrary(resolve(folder, BACKUP_FOLDER), now))
      if (!library) throw new StudioError({ code: libraryErrors.notALibrary, money: 'none' })
      await this.#dependencies.libraries.import(progress, library)
    })
  }

  status(id: string): ImportStatus | null {
    return this.#runs.get(id)?.progress.status ?? null
  }

  /** The newest running import, for a window that was reloaded. */
  findRunning(): { id: string } | null {
    const newest = [...this.#runs].findLast(([, { progress }]) => !progress.isOver)
    return newest ? { id: newest[0] } : null
  }

  cancel(id: string): void {
    this.#runs.get(id)?.progress.cancel()
  }

  /** Resolves when an import has ended. */
  async finished(id: string): Promise<void> {
    await this.#runs.get(id)?.finished
  }

  /** Stops running imports after their current file. */
  async close(): Promise<void> {
    for (const { progress } of this.#runs.values()) progress.cancel()
    await Promise.all([...this.#runs.values()].map(({ finished }) => finished))
    this.#cancelNotification?.()
  }

  #start(path: string, work: (progress: ImportProgress) => Promise<void>): string {
    const { uuid, log } = this.#dependencies
    const progress = new ImportProgress(path === '' ? '' : basename(resolve(path)) || path, () =>
      this.#notify(),
    )
    const id = uuid()
    this.#runs.set(id, { progress, finished: progress.run(() => work(progress), log) })
    for (const [oldId, old] of this.#runs) {
      if (this.#runs.size <= MAX_KEPT_IMPORTS) break
      if (old.progress.isOver) this.#runs.delete(oldId)
    }
    return id
  }

  #notify(): void {
    const { clock, emit } = this.#dependencies
    this.#cancelNotification ??= clock.after(NOTIFY_INTERVAL_MS, () => {
      this.#cancelNotification = null
      emit({ type: 'imports.changed' })
    })
  }
}
