import type { BatchPreview, RowDuplicate } from '../../../../src-preload/contract/types/batch.ts'
import type { DuplicateStatus } from '../../../../src-preload/contract/types/job.ts'
import type { LibraryModule } from '../../library/LibraryModule.ts'
import type { JobStore } from '../store/JobStore.ts'
import type { PreparedJob } from '../store/newJobs.ts'

export interface DuplicateRowsDependencies {
  store: Pick<JobStore, 'findIdenticalJob' | 'hashRequest'>
  library: Pick<LibraryModule, 'hasFile'>
}

/** What a row of a preview repeats. */
export interface Repetition {
  /** The status of a stored job with the same request; null if there is none. */
  already: DuplicateStatus | null
  /** The index of the first row of the preview with the same request; null if this is the first. */
  sameAs: number | null
}

/** The status of a stored job with the same request; null if there is none or the row can't run. */
export const findStored = (
  { store, library }: DuplicateRowsDependencies,
  prepared: PreparedJob | null,
): DuplicateStatus | null =>
  prepared && (store.findIdenticalJob(prepared, (asset) => library.hasFile(asset))?.kind ?? null)

/** Compares the rows of one preview, which are added in their order, with stored jobs and with each other. */
export class DuplicateRows {
  readonly #dependencies: DuplicateRowsDependencies
  /** The first row of each request. */
  readonly #firstRows = new Map<string, number>()

  constructor(dependencies: DuplicateRowsDependencies) {
    this.#dependencies = dependencies
  }

  /** `prepared`: the job of the row; null if the row can't run. */
  add(index: number, prepared: PreparedJob | null): Repetition {
    if (!prepared) return { already: null, sameAs: null }
    const identity = this.#dependencies.store.hashRequest(prepared) ?? identityByAssets(prepared)
    const first = this.#firstRows.get(identity)
    if (first === undefined) this.#firstRows.set(identity, index)
    return { already: findStored(this.#dependencies, prepared), sameAs: first ?? null }
  }
}

/** Identifies a request whose files have no hash yet. */
const identityByAssets = ({ connection, request, inputs = [] }: PreparedJob): string =>
  JSON.stringify([connection.id, request.path, request.text, inputs])

/** What a row repeats: a stored job, which may have been charged, before an earlier row. */
export const duplicateOf = ({ already, sameAs }: Repetition): RowDuplicate | null =>
  already ?? (sameAs === null ? null : 'in_batch')

/** The indexes of the rows that repeat something, by what they repeat. */
export function groupDuplicates(rows: readonly Repetition[]): BatchPreview['already'] {
  const groups: NonNullable<BatchPreview['already']> = {
    completed: [],
    in_progress: [],
    uncertain: [],
    in_batch: [],
  }
  for (const [index, row] of rows.entries()) {
    const kind = duplicateOf(row)
    if (kind !== null) groups[kind].push(index)
  }
  return groups
}
