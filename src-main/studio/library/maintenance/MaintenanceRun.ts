import { boundaryErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { FileProblem, MaintenanceStatus } from '../../../../src-preload/contract/types/maintenance.ts'
import type { Log } from '../../world.ts'

/** Problems beyond this number are counted, but not listed. */
const MAX_PROBLEMS = 500

interface Options {
  kind: MaintenanceStatus['kind']
  target: string | null
  /** Throws a StudioError if the whole library that is checked or copied is gone. */
  requireSource: () => void
  onChange: () => void
}

/** One check or copy of a library, with its progress and its problems. It can be stopped. */
export class MaintenanceRun {
  readonly #controller = new AbortController()
  readonly #onChange: () => void
  readonly #requireSource: () => void
  #status: Omit<MaintenanceStatus, 'problems'>
  #problems: FileProblem[] = []

  constructor({ kind, target, requireSource, onChange }: Options) {
    this.#onChange = onChange
    this.#requireSource = requireSource
    this.#status = {
      kind,
      target,
      state: 'running',
      files: 0,
      filesDone: 0,
      bytes: 0,
      bytesDone: 0,
      filesSkipped: 0,
      problemCount: 0,
      problem: null,
    }
  }

  get status(): MaintenanceStatus {
    return { ...this.#status, problems: [...this.#problems] }
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  stop(): void {
    this.#controller.abort()
  }

  /** Runs the work to its end. Never rejects; errors are in the status. */
  async run(work: () => Promise<void>, log: Log): Promise<void> {
    try {
      await work().catch((error: unknown) => {
        this.#requireSource()
        throw error
      })
      this.#change({ state: this.signal.aborted ? 'stopped' : 'done' })
    } catch (error) {
      if (this.signal.aborted) return this.#change({ state: 'stopped' })
      if (!(error instanceof StudioError))
        log.error('A check or copy of the library failed', { error: String(error) })
      const problem =
        error instanceof StudioError
          ? error.problem
          : ({ code: boundaryErrors.internal, money: 'none' } as const)
      this.#change({ state: 'failed', problem })
    }
  }

  setTotals(totals: { files: number; bytes: number }): void {
    this.#change(totals)
  }

  addBytes(bytes: number): void {
    this.#change({ bytesDone: this.#status.bytesDone + bytes })
  }

  completeFile(): void {
    this.#change({ filesDone: this.#status.filesDone + 1 })
  }

  skipFile(): void {
    this.#change({
      filesDone: this.#status.filesDone + 1,
      filesSkipped: this.#status.filesSkipped + 1,
    })
  }

  /** Lists a file that is missing, changed or unreadable. @throws StudioError if the cause is that the whole library is gone. */
  addProblem(problem: FileProblem): void {
    this.#requireSource()
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push(problem)
    this.#change({ problemCount: this.#status.problemCount + 1 })
  }

  /** Marks the problem of an asset as solved, because its file was downloaded again. */
  markRestored(id: string): void {
    this.#problems = this.#problems.map((problem) =>
      problem.id === id ? { ...problem, state: 'restored', canFetchAgain: false } : problem,
    )
    this.#onChange()
  }

  #change(change: Partial<MaintenanceStatus>): void {
    this.#status = { ...this.#status, ...change }
    this.#onChange()
  }
}
