import { libraryErrors, StudioError } from '../../../../src-preload/contract/errors.ts'
import type { ImportStatus } from '../../../../src-preload/contract/types/import.ts'
import type { Emit } from '../../events.ts'
import type { Clock, Log } from '../../world.ts'
import type { InputFile } from '../inputs/Inputs.ts'
import type { FileImporter, Imported } from './FileImporter.ts'
import { FolderImport } from './FolderImport.ts'

/** Windows are told about progress at most this often. */
const NOTIFY_INTERVAL_MS = 100
/** Older imports are forgotten. */
const MAX_KEPT = 20

interface Dependencies {
  importer: Pick<FileImporter, 'import'>
  /** An input; null if there is none. */
  findInput: (id: string) => InputFile | null
  dataFolder: string
  clock: Clock
  uuid: () => string
  log: Log
  emit: Emit
}

/** Adds files of the user to the results: single ones, which a window has stored as inputs, and whole folders. */
export class Imports {
  readonly #dependencies: Dependencies
  readonly #runs = new Map<string, { run: FolderImport; finished: Promise<void> }>()
  #cancelNotification: (() => void) | null = null

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Adds a copy of an input. @throws StudioError `asset_not_found`, and the problems of `FileImporter`. */
  async add(id: string): Promise<Imported> {
    const input = this.#dependencies.findInput(id)
    if (!input) throw new StudioError({ code: libraryErrors.notFound, money: 'none' })
    return this.#dependencies.importer.import(input.path, input.name ?? '')
  }

  /** Starts an import of a folder and returns its id. */
  startFolder(folder: string): string {
    const { importer, dataFolder, uuid, log } = this.#dependencies
    const run = new FolderImport(folder, { importer, dataFolder, log, onChange: () => this.#notify() })
    const id = uuid()
    this.#runs.set(id, { run, finished: run.run() })
    for (const [oldId, old] of this.#runs) {
      if (this.#runs.size <= MAX_KEPT) break
      if (!/^(listing|running)$/.test(old.run.status.state)) this.#runs.delete(oldId)
    }
    return id
  }

  status(id: string): ImportStatus | null {
    return this.#runs.get(id)?.run.status ?? null
  }

  cancel(id: string): void {
    this.#runs.get(id)?.run.cancel()
  }

  /** Resolves when an import has ended. */
  async finished(id: string): Promise<void> {
    await this.#runs.get(id)?.finished
  }

  /** Stops running imports after their current file. */
  async close(): Promise<void> {
    for (const { run } of this.#runs.values()) run.cancel()
    await Promise.all([...this.#runs.values()].map(({ finished }) => finished))
    this.#cancelNotification?.()
  }

  #notify(): void {
    const { clock, emit } = this.#dependencies
    this.#cancelNotification ??= clock.after(NOTIFY_INTERVAL_MS, () => {
      this.#cancelNotification = null
      emit({ type: 'imports.changed' })
    })
  }
}
