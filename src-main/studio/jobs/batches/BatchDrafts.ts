import { batchDraftSchema, type BatchDraft } from '../../../../src-preload/contract/types/batchDraft.ts'
import type { Database } from '../../storage/database/Database.ts'
import { jsonColumn } from '../../storage/database/parseRows.ts'

const columnSchema = jsonColumn(batchDraftSchema)

/** The batches that are being planned, one per operation, stored in the settings table. */
export class BatchDrafts {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Null if there is none, or if it can't be read, for example because another version saved it. */
  find(operation: string): BatchDraft | null {
    const row = this.#database.get('SELECT value FROM settings WHERE name = ?', nameOf(operation))
    return columnSchema.safeParse(row?.['value']).data ?? null
  }

  save(operation: string, draft: BatchDraft | null): void {
    if (draft === null) this.#database.run('DELETE FROM settings WHERE name = ?', nameOf(operation))
    else
      this.#database.run(
        'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        nameOf(operation),
        JSON.stringify(draft),
      )
  }
}

const nameOf = (operation: string): string => `batch_draft/${operation}`
