import type { JobRecord } from '../jobs/AccountStore.ts'
import type { Operation, ReadInput } from '../operations/Operation.ts'
import type { ResultFile } from '../media/ResultFile.ts'
import { memoizeRecent } from '../media/memoizeRecent.ts'

/** How many results stay in memory. A discarded one is generated again when it is requested, with identical bytes. */
const MAX_CACHED = 12

/** Generates result files when they are requested, and caches the most recent ones. */
export class ResultGenerator {
  readonly #cache = memoizeRecent<ResultFile>(MAX_CACHED)
  readonly #operations: Operation[]
  readonly #readInput: ReadInput

  constructor(operations: Operation[], readInput: ReadInput) {
    this.#operations = operations
    this.#readInput = readInput
  }

  findOperation(job: JobRecord): Operation | null {
    return this.#operations.find((operation) => operation.type === job.operation) ?? null
  }

  /** Starts generating the main result before it is requested. A failure is not reported, because the request tries again. */
  prefetch(job: JobRecord): void {
    const main = this.findOperation(job)?.formats(job.plan).main
    if (main !== undefined) this.generateResult(job, main).catch(() => null)
  }

  /** The result in one format; null when the operation has no such format. */
  async generateResult(job: JobRecord, format: string): Promise<ResultFile | null> {
    const operation = this.findOperation(job)
    if (!operation) return null
    const { main, alternatives } = operation.formats(job.plan)
    if (format !== main && !alternatives.includes(format)) return null
    return this.#cache(`${job.id}.${format}`, async () =>
      operation.generate(job.plan, format, this.#readInput),
    )
  }

  /** The preview of a job at a progress from 0 to 1, rounded down to tenths; null when the operation has no previews. */
  async generatePreview(job: JobRecord, progress: number): Promise<ResultFile | null> {
    const preview = this.findOperation(job)?.preview
    if (!preview) return null
    const tenths = Math.floor(progress * 10) / 10
    return this.#cache(`${job.id}.${String(tenths)}`, async () => preview(job.plan, tenths, this.#readInput))
  }
}
