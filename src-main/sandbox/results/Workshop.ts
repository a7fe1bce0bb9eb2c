import type { JobRecord } from '../jobs/JobRecord.ts'
import type { Artefact, Operation, ReadInput } from '../operations/Operation.ts'
import { rememberLast } from './rememberLast.ts'

/** Results kept in memory after they were made; making one again gives the same bytes. */
const KEPT = 12

/** Makes result files when they are fetched, and remembers the last few. */
export class Workshop {
  readonly #once = rememberLast<Artefact>(KEPT)
  readonly #operations: Operation[]
  readonly #read: ReadInput

  constructor(operations: Operation[], read: ReadInput) {
    this.#operations = operations
    this.#read = read
  }

  operation(job: JobRecord): Operation | null {
    return this.#operations.find((operation) => operation.type === job.operation) ?? null
  }

  /** Starts on a result that will be asked for; a failure shows when it is. */
  begin(job: JobRecord): void {
    const main = this.operation(job)?.formats(job.plan).main
    if (main !== undefined) this.result(job, main).catch(() => null)
  }

  /** The result in one format; null when this kind of job has no such format. */
  async result(job: JobRecord, format: string): Promise<Artefact | null> {
    const operation = this.operation(job)
    if (!operation) return null
    const { main, alternatives } = operation.formats(job.plan)
    if (format !== main && !alternatives.includes(format)) return null
    return this.#once(`${job.id}.${format}`, async () => operation.make(job.plan, format, this.#read))
  }

  /** A picture of the work so far, in ten stages; null for kinds of work that show none. */
  async preview(job: JobRecord, share: number): Promise<Artefact | null> {
    const preview = this.operation(job)?.preview
    if (!preview) return null
    const stage = Math.floor(share * 10) / 10
    return this.#once(`${job.id}.${String(stage)}`, async () => preview(job.plan, stage, this.#read))
  }
}
