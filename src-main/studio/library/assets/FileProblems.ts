import type { Database } from '../../storage/database/Database.ts'
import type { CheckedState, FileState } from './FileState.ts'

interface Dependencies {
  database: Database
  fileState: Pick<FileState, 'check'>
  /** Called when the state of a result changed. */
  onChange: () => void
}

/** Which results have a missing or changed file, as it was last seen, so that lists can be filtered by it. */
export class FileProblems {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Checks the file of an asset (`FileState`) and records its state, if it is known. */
  async check(
    path: string | null,
    row: Parameters<FileState['check']>[1],
  ): Promise<CheckedState | 'disconnected'> {
    const state = await this.#dependencies.fileState.check(path, row)
    if (state !== 'disconnected') this.record(new Map([[row.id, state]]))
    return state
  }

  /** Records the states of files by asset id, in one transaction. Files that aren't results are left out. */
  record(states: ReadonlyMap<string, CheckedState>): void {
    const { database, onChange } = this.#dependencies
    const changed = [...states].filter(([id, state]) => state !== this.#find(id))
    if (changed.length === 0) return
    const rows = database.transaction(() =>
      changed.reduce((count, [id, state]) => count + this.#record(id, state), 0),
    )
    if (rows > 0) onChange()
  }

  #find(id: string): string {
    const row = this.#dependencies.database.get(
      'SELECT state FROM file_problems WHERE asset_seq = (SELECT seq FROM assets WHERE id = ?)',
      id,
    )
    return String(row?.['state'] ?? 'present')
  }

  /** Returns the number of changed rows. */
  #record(id: string, state: CheckedState): number {
    const { database } = this.#dependencies
    if (state === 'present')
      return database.run(
        'DELETE FROM file_problems WHERE asset_seq = (SELECT seq FROM assets WHERE id = ?)',
        id,
      )
    return database.run(
      `INSERT INTO file_problems SELECT seq, ?2 FROM assets WHERE id = ?1 AND role = 'result'
         ON CONFLICT (asset_seq) DO UPDATE SET state = excluded.state WHERE state <> excluded.state`,
      id,
      state,
    )
  }
}
