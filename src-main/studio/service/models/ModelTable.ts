import type { Database } from '../../storage/database/Database.ts'
import { type ModelRecord, parseModelRecord } from './ModelRecord.ts'
import type { ListedModel } from './fetchModels.ts'

/** A model that the service lists or has listed. */
export interface KnownModel {
  record: ModelRecord
  /** When the service first stopped listing it, as far as Easel noticed; null while it is listed. */
  delistedAt: number | null
}

/** The models of each connection. Rows contain the service's own record and are parsed as leniently as its responses. */
export class ModelTable {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** In the service's order. Unreadable rows are left out until the service lists the model again. */
  load(connectionId: string): Map<string, KnownModel> {
    const sql = 'SELECT slug, record, vanished_at FROM models WHERE connection_id = ? ORDER BY position, slug'
    const found = new Map<string, KnownModel>()
    for (const row of this.#database.all(sql, connectionId)) {
      const record = parseStoredRecord(row.record)
      const delistedAt = typeof row.vanished_at === 'number' ? row.vanished_at : null
      if (record) found.set(record.slug, { record, delistedAt })
    }
    return found
  }

  /** When the complete list was last saved; null if never. */
  refreshedAt(connectionId: string): number | null {
    const sql = 'SELECT refreshed_at FROM model_refreshes WHERE connection_id = ?'
    const refreshedAt = this.#database.get(sql, connectionId)?.refreshed_at
    return typeof refreshedAt === 'number' ? refreshedAt : null
  }

  /** Saves a fetched list. If it is `complete`, missing models are marked as delisted. */
  save(connectionId: string, models: Map<string, ListedModel>, now: number, complete: boolean): void {
    this.#database.transaction(() => {
      const isFirst = complete && this.refreshedAt(connectionId) === null
      if (complete) {
        // Delisted models come after all others.
        const markDelisted =
          'UPDATE models SET vanished_at = ?, position = position + 1000000 WHERE connection_id = ? AND vanished_at IS NULL'
        this.#database.run(markDelisted, now, connectionId)
        const refreshed =
          'INSERT INTO model_refreshes VALUES (?, ?) ON CONFLICT (connection_id) DO UPDATE SET refreshed_at = excluded.refreshed_at'
        this.#database.run(refreshed, connectionId, now)
      }
      let position = 0
      const upsert = `INSERT INTO models (connection_id, slug, position, record, seen_at, vanished_at) VALUES (?, ?, ?, ?, ?, NULL)
        ON CONFLICT (connection_id, slug) DO UPDATE SET position = excluded.position, record = excluded.record,
          seen_at = excluded.seen_at, vanished_at = NULL`
      for (const [slug, { raw }] of models)
        this.#database.run(upsert, connectionId, slug, position++, JSON.stringify(raw), now)
      // None of the models of a first list is reported as new.
      if (isFirst)
        this.#database.run('UPDATE models SET known_record = record WHERE connection_id = ?', connectionId)
    })
  }

  forget(connectionId: string): void {
    this.#database.transaction(() => {
      this.#database.run('DELETE FROM models WHERE connection_id = ?', connectionId)
      this.#database.run('DELETE FROM model_refreshes WHERE connection_id = ?', connectionId)
    })
  }
}

const parseStoredRecord = (text: unknown): ModelRecord | null => {
  try {
    return parseModelRecord(JSON.parse(String(text)))
  } catch {
    return null
  }
}
