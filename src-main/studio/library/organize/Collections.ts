import { collectionErrors, libraryErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { RouteInput } from '../../../../src-preload/contract/routes.ts'
import type { Collection } from '../../../../src-preload/contract/types/collection.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { processInSlices } from '../../storage/processInSlices.ts'
import { nameKey } from '../../../../src-preload/shared/nameKey.ts'
import type { Clock } from '../../world.ts'
import { EXISTING, findCollection } from './readCollections.ts'
import { sortedByName } from '../../../../src-preload/shared/compareNames.ts'

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

/** Named sets of results. A result may be in many collections; removing it from one never deletes it. */
export class Collections {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** The collections of a result, sorted by name. */
  findByAsset(seq: number): { id: string; name: string }[] {
    const rows = this.#dependencies.database.all(
      `SELECT c.id, c.name FROM collection_assets m JOIN collections c ON c.id = m.collection_id
         WHERE m.asset_seq = ? AND c.deleted_name IS NULL`,
      seq,
    )
    return sortedByName(rows.map(({ id, name }) => ({ id: String(id), name: String(name) })))
  }

  /**
   * Creates a collection with these results, inside another one if `parentId` is given. @throws StudioError `collection_name_taken`,
   * `collection_not_found`, `collection_nesting`.
   */
  async create({ name, ids = [], parentId = null }: RouteInput<'collections.create'>): Promise<Collection> {
    const id = this.#dependencies.uuid()
    this.#throwIfNameTaken(name, id)
    if (parentId !== null) this.#throwIfNested(parentId)
    this.#insertCollection(id, name, parentId)
    await this.#insert(id, ids)
    this.#dependencies.onChange()
    return this.#find(id)
  }

  /**
   * The id of the collection with this name. If there is none, it is created inside the collection with the name
   * `parent`, which is created too, or in none if that one is inside another.
   */
  findOrCreate(name: string, parent: string | null): string {
    const { database, uuid } = this.#dependencies
    const known = database.get('SELECT id FROM collections WHERE name_key = name_key(?)', name)
    if (known) return String(known['id'])
    const outer =
      parent === null || nameKey(parent) === nameKey(name) ? null : this.findOrCreate(parent, null)
    const parentId = outer !== null && this.#find(outer).parentId === null ? outer : null
    const id = uuid()
    this.#insertCollection(id, name, parentId)
    return id
  }

  #insertCollection(id: string, name: string, parentId: string | null): void {
    const { database, clock } = this.#dependencies
    database.run(
      'INSERT INTO collections (id, name, name_key, created_at, parent_id) VALUES (?1, ?2, name_key(?2), ?3, ?4)',
      id,
      name,
      clock.now(),
      parentId,
    )
  }

  /** @throws StudioError `collection_not_found`, `collection_name_taken`. */
  rename({ id, name }: { id: string; name: string }): Collection {
    const { database, onChange } = this.#dependencies
    this.#find(id)
    this.#throwIfNameTaken(name, id)
    database.run('UPDATE collections SET name = ?1, name_key = name_key(?1) WHERE id = ?2', name, id)
    onChange()
    return this.#find(id)
  }

  /** Moves a collection into another one, or out of it. @throws StudioError `collection_not_found`, `collection_nesting`. */
  move({ id, parentId }: RouteInput<'collections.move'>): Collection {
    const { database, onChange } = this.#dependencies
    this.#find(id)
    if (parentId !== null) {
      this.#throwIfNested(parentId)
      const hasInner = database.get(`SELECT 1 FROM ${EXISTING} AND c.parent_id = ?`, id) !== undefined
      if (hasInner || parentId === id)
        throw new StudioError({ code: collectionErrors.nesting, money: 'none' })
    }
    database.run('UPDATE collections SET parent_id = ? WHERE id = ?', parentId, id)
    onChange()
    return this.#find(id)
  }

  /**
   * Makes one of the results of a collection its cover; null stands for the newest one. @throws StudioError
   * `collection_not_found`, `asset_not_found`.
   */
  setCover({ id, assetId }: RouteInput<'collections.set_cover'>): Collection {
    const { database, onChange } = this.#dependencies
    this.#find(id)
    const isInside =
      assetId === null ||
      database.get(
        `SELECT 1 FROM assets a JOIN collection_assets m ON m.asset_seq = a.seq
           WHERE a.id = ? AND m.collection_id = ?`,
        assetId,
        id,
      ) !== undefined
    if (!isInside) throw new StudioError({ code: libraryErrors.notFound, money: 'none' })
    database.run('UPDATE collections SET cover_id = ? WHERE id = ?', assetId, id)
    onChange()
    return this.#find(id)
  }

  /**
   * Deletes a collection. Its results stay in the library, collections inside it become top-level ones, and open jobs
   * continue. Until the next start it is only hidden, so that `restore` can bring it back with everything. @throws
   * StudioError `collection_not_found`.
   */
  delete(id: string): void {
    const { database, onChange } = this.#dependencies
    this.#find(id)
    // Frees its name. No other collection has the new one, because names don't start with a space.
    database.run(
      "UPDATE collections SET deleted_name = name, name = ' ' || id, name_key = ' ' || id WHERE id = ?",
      id,
    )
    onChange()
  }

  /**
   * Undoes a deletion of this session. If another collection has taken its name since, a number is added to it. @throws
   * StudioError `collection_not_found`.
   */
  restore(id: string): Collection {
    const { database, onChange } = this.#dependencies
    const row = database.get("SELECT deleted_name FROM collections WHERE id = ? AND deleted_name <> ''", id)
    if (!row) throw new StudioError({ code: collectionErrors.notFound, money: 'none' })
    database.transaction(() => {
      const name = this.#freeName(String(row['deleted_name']))
      database.run(
        'UPDATE collections SET name = ?1, name_key = name_key(?1), deleted_name = NULL WHERE id = ?2',
        name,
        id,
      )
      // Collections that were moved or created meanwhile would be nested too deeply.
      const idsInside = `SELECT c.id FROM ${EXISTING} AND p.id IS NOT NULL`
      const idsWithInner = `SELECT p.id FROM ${EXISTING} AND p.id IS NOT NULL`
      database.run(
        `UPDATE collections SET parent_id = NULL
           WHERE id = ?1 AND (parent_id IN (${idsInside}) OR id IN (${idsInside}) AND id IN (${idsWithInner}))
           OR parent_id = ?1 AND id IN (${idsWithInner})`,
        id,
      )
    })
    onChange()
    return this.#find(id)
  }

  /** Makes deletions of earlier sessions final. Call it at startup, before anything is deleted; `removeDeleted` does the work. */
  finishDeletions(): void {
    this.#dependencies.database.run("UPDATE collections SET deleted_name = '' WHERE deleted_name > ''")
  }

  /**
   * Removes the collections of `finishDeletions` in batches, while `shouldContinue`. After a crash the next start
   * continues.
   */
  async removeDeleted(shouldContinue: () => boolean): Promise<void> {
    const { database, onChange } = this.#dependencies
    const deleted = database.all("SELECT id FROM collections WHERE deleted_name = ''")
    const batchStatements = [
      `UPDATE jobs SET collection_id = NULL WHERE seq IN
         (SELECT seq FROM jobs INDEXED BY jobs_by_collection WHERE collection_id = ? LIMIT ${JOB_BATCH_SIZE})`,
      `DELETE FROM collection_assets WHERE collection_id = ?1 AND asset_seq IN
         (SELECT asset_seq FROM collection_assets WHERE collection_id = ?1 LIMIT ${BATCH_SIZE})`,
    ]
    for (const id of deleted.map((row) => String(row['id']))) {
      for (const sql of batchStatements)
        while (shouldContinue() && database.run(sql, id) > 0) await database.pause()
      if (!shouldContinue()) return
      database.run('DELETE FROM collections WHERE id = ?', id)
    }
    if (deleted.length > 0) onChange()
  }

  /** Adds results; returns the added ones. @throws StudioError `collection_not_found`. */
  async add(id: string, ids: readonly string[]): Promise<string[]> {
    this.#find(id)
    const changed = await this.#insert(id, ids)
    if (changed.length > 0) this.#dependencies.onChange()
    return changed
  }

  /** Adds a few results; does nothing if the collection doesn't exist. */
  addIfExists(id: string, ids: readonly string[]): void {
    if (this.#insertBatch(id, ids).length > 0) this.#dependencies.onChange()
  }

  /** Removes results; returns the removed ones. @throws StudioError `collection_not_found`. */
  async remove(id: string, ids: readonly string[]): Promise<string[]> {
    const { database, onChange } = this.#dependencies
    this.#find(id)
    const changed: string[] = []
    await processInSlices(database, ids, BATCH_SIZE, (batch) => {
      const seqs = database.all(
        `DELETE FROM collection_assets WHERE collection_id = ?
           AND asset_seq IN (SELECT a.seq FROM json_each(?) i CROSS JOIN assets a ON a.id = i.value) RETURNING asset_seq`,
        id,
        JSON.stringify(batch),
      )
      return changed.push(...this.#toIds(seqs))
    })
    if (changed.length > 0) onChange()
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

  async #insert(id: string, ids: readonly string[]): Promise<string[]> {
    const changed: string[] = []
    await processInSlices(this.#dependencies.database, ids, BATCH_SIZE, (batch) =>
      changed.push(...this.#insertBatch(id, batch)),
    )
    return changed
  }

  /** Returns the ids of the added results. A hidden collection gets them too, so that it has them after `restore`. */
  #insertBatch(id: string, ids: readonly string[]): string[] {
    const seqs = this.#dependencies.database.all(
      `INSERT OR IGNORE INTO collection_assets
         SELECT c.id, a.seq, ?2 FROM collections c CROSS JOIN json_each(?3) i JOIN assets a ON a.id = i.value
         WHERE c.id = ?1 AND a.role = 'result' RETURNING asset_seq`,
      id,
      this.#dependencies.clock.now(),
      JSON.stringify(ids),
    )
    return this.#toIds(seqs)
  }

  /** The ids of changed rows of `collection_assets`. */
  #toIds(rows: Row[]): string[] {
    return this.#dependencies.database
      .all(
        'SELECT a.id FROM json_each(?) i CROSS JOIN assets a ON a.seq = i.value',
        JSON.stringify(rows.map((row) => row['asset_seq'])),
      )
      .map(({ id }) => String(id))
  }

  #find(id: string): Collection {
    const found = findCollection(this.#dependencies.database, id)
    if (!found) throw new StudioError({ code: collectionErrors.notFound, money: 'none' })
    return found
  }

  /** @throws StudioError `collection_not_found`, or `collection_nesting` if the collection is inside another one. */
  #throwIfNested(id: string): void {
    if (this.#find(id).parentId !== null)
      throw new StudioError({ code: collectionErrors.nesting, money: 'none' })
  }

  #throwIfNameTaken(name: string, ownId: string): void {
    if (this.#isTaken(name, ownId))
      throw new StudioError({ code: collectionErrors.nameTaken, money: 'none', params: { name } })
  }

  #isTaken(name: string, ownId = ''): boolean {
    const sql = 'SELECT 1 FROM collections WHERE name_key = name_key(?) AND id <> ?'
    return this.#dependencies.database.get(sql, name, ownId) !== undefined
  }

  /** The name, followed by a number if another collection has it. */
  #freeName(name: string): string {
    let free = name
    for (let number = 2; this.#isTaken(free); number++) free = `${name} ${number}`
    return free
  }
}
