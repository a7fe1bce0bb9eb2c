import type { ImportStatus } from '../../../../src-preload/contract/types/import.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { inputErrors } from '../../../../src-preload/contract/errors.ts'
import { DISK_CODES } from '../../../../src-preload/shared/diskCodes.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import {
  countImported,
  isImportOver,
  MAX_LISTED_FAILURES,
  newImportStatus,
} from '../../../../src-preload/shared/imports.ts'
import { systemErrorCode } from '../../storage/files/storageError.ts'
import type { Log } from '../../world.ts'
import type { Imported } from './knownResults.ts'

/** The progress and the outcome of one import, and how it is cancelled. */
export class ImportProgress {
  readonly #controller = new AbortController()
  readonly #onChange: () => void
  #status: ImportStatus

  /** `source` is the name of what is imported, for the user. */
  constructor(source: string, onChange: () => void) {
    this.#onChange = onChange
    this.#status = newImportStatus(source)
  }

  get status(): ImportStatus {
    return { ...this.#status, failures: [...this.#status.failures] }
  }

  get isOver(): boolean {
    return isImportOver(this.#status)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  cancel(): void {
    this.#controller.abort()
  }

  change(change: Partial<ImportStatus>): void {
    this.#status = { ...this.#status, ...change }
    this.#onChange()
  }

  /** Runs an import to its end. Never rejects: `status` has the outcome. */
  async run(work: () => Promise<void>, log: Log): Promise<void> {
    try {
      await work()
      this.change({ state: 'done' })
    } catch (error) {
      if (this.signal.aborted) return this.change({ state: 'cancelled' })
      log.warn('An import failed', { error })
      this.change({ state: 'failed', problem: toProblem(error) })
    }
  }

  /** Adds one file. A file that can't be added is listed by name. @throws if no other file can be added either, or after `cancel`. */
  async add(name: string, work: () => Promise<Imported>): Promise<void> {
    this.signal.throwIfAborted()
    try {
      this.change(countImported(this.#status, await work()))
    } catch (error) {
      this.signal.throwIfAborted()
      if (!(error instanceof StudioError) || DISK_CODES.has(error.problem.code)) throw error
      this.leaveOut(name, error.problem)
      this.change({ filesDone: this.#status.filesDone + 1 })
    }
  }

  /** `count`: how many files the first one, `name`, stands for. */
  leaveOut(name: string, problem: Problem, count = 1): void {
    const { failures, failureCount } = this.#status
    if (failures.length < MAX_LISTED_FAILURES) failures.push({ name, problem })
    this.change({ failureCount: failureCount + count })
  }
}

function toProblem(error: unknown): Problem {
  if (error instanceof StudioError) return error.problem
  const cause = systemErrorCode(error) ?? 'unknown'
  return { code: inputErrors.fileMissing, money: 'none', params: { cause } }
}
