import type { Database } from '../../storage/database/Database.ts'
import type { CheckedState, FileState } from './FileState.ts'

interface Dependencies {
  database: Database
  fileState: Pick<FileState, 'check'>
  /** Called when the state of a result changed. */
  onChange: () => void
}

/** States that are recorded together; each transaction waits for the disk. */
const MAX_PENDING = 200

/** Which results have a missing or changed file, as it was last seen, so that lists can be filtered by it. */
export class FileProblems {
  readonly #dependencies: Dependencies
  /** States that `flush` will record, by id. */
  readonly #pending = new Map<string, CheckedState>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Checks the file of an asset (`FileState`) and records its state, if it is known. */
  async check(
    path: string | null,
    row: Parameters<FileState['check']>[1],
  ): Promise<CheckedState | 'disconnected'> {
    const state = await this.#dependencies.fileState.check(path, row)
    if (state !== 'disconnected') this.record(row.id, state)
    return state
  }

  /** Records a state together with others, at the latest with the next `flush`. A state that is recorded meanwhile wins. */
  recordLater(id: string, state: CheckedState): void {
    this.#pending.set(id, state)
    if (this.#pending.size >= MAX_PENDING) this.flush()
  }

  flush(): void {
    if (this.#pending.size === 0) return
    const pending = new Map(this.#pending)
    try {
      this.#dependencies.database.transaction(() => {
        for (const [id, state] of pending) this.record(id, state)
      })
    } catch (error) {
      // The next flush tries again.
      for (const [id, state] of pending) this.#pending.set(id, state)
      throw error
    }
  }

  /** Records the state of the file of an asset, unless the asset isn't a result. Writes nothing if the state is known. */
  record(id: string, state: CheckedState): void {
    const { database, onChange } = this.#dependencies
    this.#pending.delete(id)
    if (state === this.#find(id)) return
    const changes =
      state === 'present'
        ? database.run(
            'DELETE FROM file_problems WHERE asset_seq = (SELECT seq FROM assets WHERE id = ?)',
            id,
          )
        : database.run(
            `INSERT OR REPLACE INTO file_problems SELECT seq, ?2 FROM assets WHERE id = ?1 AND role = 'result'`,
            id,
            state,
          )
    if (changes > 0) onChange()
  }

  #find(id: string): string {
    const row = this.#dependencies.database.get(
      'SELECT state FROM file_problems WHERE asset_seq = (SELECT seq FROM assets WHERE id = ?)',
      id,
    )
    return String(row?.['state'] ?? 'present')
  }
}
