import { opendir } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import {
  inputErrors,
  jobErrors,
  StudioError,
  storageErrors,
} from '../../../../src-preload/contract/errors.ts'
import type { ImportStatus } from '../../../../src-preload/contract/types/import.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { systemErrorCode } from '../../storage/files/storageError.ts'
import type { Log } from '../../world.ts'
import type { FileImporter } from './FileImporter.ts'

/** Failures listed by name; further ones are only counted. */
const MAX_LISTED_FAILURES = 100
/** More files of one folder are not imported. */
const MAX_FILES = 100_000
const MAX_DEPTH = 32

interface Dependencies {
  importer: Pick<FileImporter, 'import'>
  /** The data folder, whose own files are left out. */
  dataFolder: string
  log: Log
  onChange: () => void
}

/** One import of a folder with all folders in it: adds its files one after another, and keeps its progress. */
export class FolderImport {
  readonly #folder: string
  readonly #dependencies: Dependencies
  readonly #controller = new AbortController()
  #status: ImportStatus

  constructor(folder: string, dependencies: Dependencies) {
    this.#folder = resolve(folder)
    this.#dependencies = dependencies
    this.#status = {
      state: 'listing',
      source: basename(this.#folder) || this.#folder,
      files: 0,
      filesDone: 0,
      added: 0,
      duplicates: 0,
      failures: [],
      failureCount: 0,
      problem: null,
    }
  }

  get status(): ImportStatus {
    return { ...this.#status, failures: [...this.#status.failures] }
  }

  cancel(): void {
    this.#controller.abort()
  }

  /** Runs the import to its end. Never rejects: `status` has the outcome. */
  async run(): Promise<void> {
    try {
      const paths = await this.#list()
      this.#change({ state: 'running', files: paths.length })
      for (const path of paths) {
        this.#controller.signal.throwIfAborted()
        await this.#import(path)
        this.#change({ filesDone: this.#status.filesDone + 1 })
      }
      this.#change({ state: 'done' })
    } catch (error) {
      if (this.#controller.signal.aborted) return this.#change({ state: 'cancelled' })
      this.#dependencies.log.warn('An import failed', { error })
      this.#change({ state: 'failed', problem: toProblem(error) })
    }
  }

  async #import(path: string): Promise<void> {
    try {
      const { isNew } = await this.#dependencies.importer.import(
        path,
        basename(path),
        this.#controller.signal,
      )
      this.#change(isNew ? { added: this.#status.added + 1 } : { duplicates: this.#status.duplicates + 1 })
    } catch (error) {
      this.#controller.signal.throwIfAborted()
      if (!(error instanceof StudioError) || ENDING.has(error.problem.code)) throw error
      this.#leaveOut(path, error.problem)
    }
  }

  #leaveOut(path: string, problem: Problem): void {
    const { failures, failureCount } = this.#status
    const name = relative(this.#folder, path)
    if (failures.length < MAX_LISTED_FAILURES) failures.push({ name, problem })
    this.#change({ failureCount: failureCount + 1 })
  }

  /** The files, sorted by name. Links, hidden files, and sidecars of listed files are not listed. */
  async #list(): Promise<string[]> {
    const found: string[] = []
    const pending: { folder: string; depth: number }[] = [{ folder: this.#folder, depth: 0 }]
    for (let next = pending.shift(); next; next = pending.shift()) {
      const { folder, depth } = next
      if (this.#isOwn(folder)) continue
      const entries = await opendir(folder).catch((error: unknown) => {
        // The chosen folder itself must be readable; others are left out.
        if (depth === 0) throw error
        const cause = systemErrorCode(error) ?? 'unknown'
        this.#leaveOut(folder, { code: inputErrors.fileMissing, money: 'none', params: { cause } })
        return null
      })
      for await (const entry of entries ?? []) {
        this.#controller.signal.throwIfAborted()
        if (entry.name.startsWith('.')) continue
        const path = join(folder, entry.name)
        if (entry.isDirectory() && depth < MAX_DEPTH) pending.push({ folder: path, depth: depth + 1 })
        else if (entry.isFile() && found.length < MAX_FILES) found.push(path)
      }
      this.#change({ files: found.length })
    }
    const names = new Set(found)
    return found.filter((path) => !names.has(path.replace(/\.json$/i, '')) || !/\.json$/i.test(path)).sort()
  }

  #isOwn(folder: string): boolean {
    const own = resolve(this.#dependencies.dataFolder)
    return folder === own || folder.startsWith(own + sep)
  }

  #change(change: Partial<ImportStatus>): void {
    this.#status = { ...this.#status, ...change }
    this.#dependencies.onChange()
  }
}

/** Problems after which no other file can be added. */
const ENDING: ReadonlySet<string> = new Set([jobErrors.diskFull, storageErrors.diskFailed])

function toProblem(error: unknown): Problem {
  if (error instanceof StudioError) return error.problem
  const cause = systemErrorCode(error) ?? 'unknown'
  return { code: inputErrors.fileMissing, money: 'none', params: { cause } }
}
