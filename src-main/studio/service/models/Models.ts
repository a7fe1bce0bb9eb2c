import { boundaryErrors, serviceErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Emit } from '../../events.ts'
import type { Access, Exchange } from '../http/Exchange.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Clock, Log } from '../../world.ts'
import { type ModelRecord, describeModel, parseModelRecord } from './ModelRecord.ts'
import { type FetchedModels, fetchModels, type ListedModel } from './fetchModels.ts'
import type { Connections } from '../connections/Connections.ts'

interface ModelsDependencies {
  database: Database
  clock: Clock
  emit: Emit
  log: Log
  connections: Pick<Connections, 'getAccess'>
  client: { get: (access: Access, path: string) => Promise<Exchange> }
}

/** A model as the picker shows it. */
interface ModelSummary {
  slug: string
  name: string
  inferenceTypes: string[]
  /** Short facts such as "8 steps". */
  facts: string[]
  /** Whether the service no longer lists it. */
  isDelisted: boolean
}

interface ModelsState {
  /** When the complete list was last fetched; null if never. */
  refreshedAt: number | null
  refreshing: boolean
  /** Why the last refresh didn't return the complete list. */
  problem: Problem | null
}

/** Minimum interval between two refreshes because the same model was reported as gone. */
const REPORT_INTERVAL_MS = 60_000

interface ModelCache {
  models: Map<string, KnownModel>
  refreshedAt: number | null
  problem: Problem | null
  refreshing: Promise<void> | null
}

/**
 * The models of each connection, loaded from the last saved list and refreshed on demand. A model that the service no longer lists is
 * kept as delisted. An unreadable list changes nothing.
 */
export class Models {
  readonly #dependencies: ModelsDependencies
  readonly #table: ModelTable
  readonly #caches = new Map<string, ModelCache>()
  /** When a model was last reported as gone, by connection and slug. */
  readonly #reportedGone = new Map<string, number>()

  constructor(dependencies: ModelsDependencies) {
    this.#dependencies = dependencies
    this.#table = new ModelTable(dependencies.database)
  }

  /** Models with one of the inference types, in the service's order, delisted ones last. */
  list(connectionId: string, inferenceTypes: readonly string[]): ModelSummary[] {
    const models = [...this.#getCache(connectionId).models.values()]
    return models
      .filter(({ record }) => record.inferenceTypes.some((type) => inferenceTypes.includes(type)))
      .map(({ record, delistedAt }) => ({
        slug: record.slug,
        name: record.name,
        inferenceTypes: record.inferenceTypes,
        facts: describeModel(record),
        isDelisted: delistedAt !== null,
      }))
  }

  find(connectionId: string, slug: string): (ModelRecord & { isDelisted: boolean }) | null {
    const known = this.#getCache(connectionId).models.get(slug)
    return known ? { ...known.record, isDelisted: known.delistedAt !== null } : null
  }

  /** The number of listed models per inference type, in the order of first appearance. */
  countByType(connectionId: string): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { record, delistedAt } of this.#getCache(connectionId).models.values()) {
      if (delistedAt !== null) continue
      for (const type of record.inferenceTypes) counts.set(type, (counts.get(type) ?? 0) + 1)
    }
    return counts
  }

  getState(connectionId: string): ModelsState {
    const { refreshedAt, refreshing, problem } = this.#getCache(connectionId)
    return { refreshedAt, refreshing: refreshing !== null, problem }
  }

  /** Fetches the complete list. Concurrent calls share one refresh. Never rejects; errors are in the state. */
  refresh(connectionId: string): Promise<void> {
    const cache = this.#getCache(connectionId)
    if (!cache.refreshing) {
      cache.refreshing = this.#refresh(connectionId, cache).finally(() => {
        cache.refreshing = null
        this.#dependencies.emit({ type: 'models.changed' })
      })
      this.#dependencies.emit({ type: 'models.changed' })
    }
    return cache.refreshing
  }

  /**
   * A response says that a model isn't offered: refreshes the list, unless that lacks the model already, or was refreshed for the same
   * reason a moment ago.
   */
  reportGone(connectionId: string, slug: string): void {
    const now = this.#dependencies.clock.now()
    const key = JSON.stringify([connectionId, slug])
    const reportedAt = this.#reportedGone.get(key) ?? -Infinity
    if (this.find(connectionId, slug)?.isDelisted !== false || now - reportedAt < REPORT_INTERVAL_MS) return
    this.#reportedGone.set(key, now)
    void this.refresh(connectionId)
  }

  /** Deletes the models of a connection, because another key may list others. The result of a running refresh is ignored. */
  forget(connectionId: string): void {
    this.#caches.delete(connectionId)
    this.#table.forget(connectionId)
    this.#dependencies.emit({ type: 'models.changed' })
  }

  /** Ignores the results of running refreshes, which can no longer be stored. */
  close(): void {
    this.#caches.clear()
  }

  async #refresh(connectionId: string, cache: ModelCache): Promise<void> {
    const { connections, client, clock, log } = this.#dependencies
    try {
      const connectionAccess = await connections.getAccess(connectionId)
      const fetched = await fetchModels((path) => client.get(connectionAccess, path))
      if (this.#caches.get(connectionId) !== cache) return
      if (fetched.unreadable > 0)
        log.warn('Some models could not be read', { connectionId, dropped: fetched.unreadable })
      this.#store(connectionId, cache, fetched, clock.now())
    } catch (error) {
      cache.problem =
        error instanceof StudioError ? error.problem : { code: boundaryErrors.internal, money: 'none' }
      if (!(error instanceof StudioError))
        log.error('Models could not be refreshed', { reason: String(error) })
    }
  }

  #store(connectionId: string, cache: ModelCache, fetched: FetchedModels, now: number): void {
    // An empty list after a non-empty one is more likely an error of the service than intended.
    const isSuspiciouslyEmpty = fetched.isComplete && fetched.models.size === 0 && cache.models.size > 0
    const isComplete = fetched.isComplete && !isSuspiciouslyEmpty
    cache.problem = fetched.problem ?? (isComplete ? null : { code: serviceErrors.unreadable, money: 'none' })
    this.#table.save(connectionId, fetched.models, now, isComplete)

    const next = new Map<string, KnownModel>()
    for (const [slug, { record }] of fetched.models) next.set(slug, { record, delistedAt: null })
    for (const [slug, known] of cache.models) {
      if (next.has(slug)) continue
      next.set(slug, isComplete ? { ...known, delistedAt: known.delistedAt ?? now } : known)
    }
    cache.models = next
    if (isComplete) cache.refreshedAt = now
  }

  #getCache(connectionId: string): ModelCache {
    let cache = this.#caches.get(connectionId)
    if (!cache) {
      cache = {
        models: this.#table.load(connectionId),
        refreshedAt: this.#table.refreshedAt(connectionId),
        problem: null,
        refreshing: null,
      }
      this.#caches.set(connectionId, cache)
    }
    return cache
  }
}

/** A model that the service lists or has listed. */
interface KnownModel {
  record: ModelRecord
  /** When the service first stopped listing it, as far as Easel noticed; null while it is listed. */
  delistedAt: number | null
}

/** The models of each connection. Rows contain the service's own record and are parsed as leniently as its responses. */
class ModelTable {
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
