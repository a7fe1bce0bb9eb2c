import { setImmediate } from 'node:timers/promises'
import { collectionErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import { type Collection, collectionSchema } from '../../../src-preload/contract/types/collection.ts'
import type { Database, Row } from '../storage/database/Database.ts'
import { processInSlices } from '../storage/processInSlices.ts'
import type { Clock } from '../world.ts'

interface Dependencies {
  database: Database
  clock: Clock
  uuid: () => string
  /** Called when a collection or its content changed. */
  onChange: () => void
}

/** Rows changed in one transaction. */
const BATCH_SIZE = 100
/** A job takes longer, because its spending is moved too. */
const JOB_BATCH_SIZE = 30
const COLUMNS = 'id, name, created_at AS createdAt, assets, bytes'

/** Named sets of results. A result may be in many collections; removing it from one never deletes it. */
export class Collections {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** All collections, sorted by name. */
  list(): Collection[] {
    return this.#parse(
      this.#dependencies.database.all(`SELECT ${COLUMNS} FROM collections ORDER BY name, seq`),
    )
  }

  /** The collections of a result, sorted by name. */
  findByAsset(seq: number): { id: string; name: string }[] {
    return this.#dependencies.database
      .all(
        `SELECT c.id, c.name FROM collection_assets m JOIN collections c ON c.id = m.collection_id
           WHERE m.asset_seq = ? ORDER BY c.name`,
        seq,
      )
      .map(({ id, name }) => ({ id: String(id), name: String(name) }))
  }

  /** Creates a collection with these results. @throws StudioError `collection_name_taken`. */
  async create({ name, ids = [] }: { name: string; ids?: string[] | undefined }): Promise<Collection> {
    const { database, clock, uuid, onChange } = this.#dependencies
    const id = uuid()
    this.#throwIfNameTaken(name, id)
    database.run('INSERT INTO collections (id, name, created_at) VALUES (?, ?, ?)', id, name, clock.now())
    await this.#insert(id, ids)
    onChange()
    return this.#find(id)
  }

  /** @throws StudioError `collection_not_found`, `collection_name_taken`. */
  rename({ id, name }: { id: string; name: string }): Collection {
    const { database, onChange } = this.#dependencies
    this.#find(id)
    this.#throwIfNameTaken(name, id)
    database.run('UPDATE collections SET name = ? WHERE id = ?', name, id)
    onChange()
    return this.#find(id)
  }

  /**
   * Deletes a collection. Its results stay in the library, and open jobs continue. It is emptied in batches; a crash leaves a
   * smaller collection.
   */
  async delete(id: string): Promise<void> {
    const { database, onChange } = this.#dependencies
    this.#find(id)
    const batchStatements = [
      `UPDATE jobs SET collection_id = NULL WHERE seq IN
         (SELECT seq FROM jobs INDEXED BY jobs_by_collection WHERE collection_id = ? LIMIT ${JOB_BATCH_SIZE})`,
      `DELETE FROM collection_assets WHERE collection_id = ?1 AND asset_seq IN
         (SELECT asset_seq FROM collection_assets WHERE collection_id = ?1 LIMIT ${BATCH_SIZE})`,
    ]
    for (const sql of batchStatements) while (database.run(sql, id) > 0) await setImmediate()
    database.run('DELETE FROM collections WHERE id = ?', id)
    onChange()
  }

  /** Adds results; returns how many were added. @throws StudioError `collection_not_found`. */
  async add(id: string, ids: readonly string[]): Promise<number> {
    this.#find(id)
    const changed = await this.#insert(id, ids)
    if (changed > 0) this.#dependencies.onChange()
    return changed
  }

  /** Adds a few results, or nothing if the collection was deleted. */
  addIfExists(id: string, ids: readonly string[]): void {
    if (this.#insertBatch(id, ids) > 0) this.#dependencies.onChange()
  }

  /** Removes results; returns how many were removed. @throws StudioError `collection_not_found`. */
  async remove(id: string, ids: readonly string[]): Promise<number> {
    const { database, onChange } = this.#dependencies
    this.#find(id)
    const sql = `DELETE FROM collection_assets WHERE collection_id = ?
      AND asset_seq IN (SELECT a.seq FROM json_each(?) i JOIN assets a ON a.id = i.value)`
    const changed = await processInSlices(ids, BATCH_SIZE, (batch) =>
      database.run(sql, id, JSON.stringify(batch)),
    )
    if (changed > 0) onChange()
    return changed
  }

  /** Adds a new result to its job's collection. Call it in the transaction that writes the result. */
  addToJobCollection(seq: number, jobId: string | null): void {
    this.#dependencies.database.run(
      `INSERT INTO collection_assets
         SELECT collection_id, ?, ? FROM jobs WHERE id = ? AND collection_id IS NOT NULL`,
      seq,
      this.#dependencies.clock.now(),
      jobId,
    )
  }

  #insert(id: string, ids: readonly string[]): Promise<number> {
    return processInSlices(ids, BATCH_SIZE, (batch) => this.#insertBatch(id, batch))
  }

  /** Does nothing if the collection was deleted meanwhile. */
  #insertBatch(id: string, ids: readonly string[]): number {
    return this.#dependencies.database.run(
      `INSERT OR IGNORE INTO collection_assets
         SELECT c.id, a.seq, ?2 FROM collections c CROSS JOIN json_each(?3) i JOIN assets a ON a.id = i.value
         WHERE c.id = ?1 AND a.role = 'result'`,
      id,
      this.#dependencies.clock.now(),
      JSON.stringify(ids),
    )
  }

  #find(id: string): Collection {
    const [found] = this.#parse(
      this.#dependencies.database.all(`SELECT ${COLUMNS} FROM collections WHERE id = ?`, id),
    )
    if (!found) throw new StudioError({ code: collectionErrors.notFound, money: 'none' })
    return found
  }

  #throwIfNameTaken(name: string, ownId: string): void {
    const existing = this.#dependencies.database.get(
      'SELECT 1 FROM collections WHERE name = ? AND id <> ?',
      name,
      ownId,
    )
    if (existing) throw new StudioError({ code: collectionErrors.nameTaken, money: 'none', params: { name } })
  }

  #parse(rows: Row[]): Collection[] {
    return rows.map((row) => collectionSchema.parse(row))
  }
}
