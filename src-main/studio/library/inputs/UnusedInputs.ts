import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { PendingDeletions } from '../trash/PendingDeletions.ts'
import { relativeThumbPath } from '../assets/ThumbStore.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import type { Clock, Log } from '../../world.ts'
import type { Mutex } from './Inputs.ts'

/** Jobs read per slice. */
const JOBS_PER_SLICE = 2000

/** An input that can be removed. */
export interface UnusedInput {
  id: string
  path: string
  bytes: number
}

/** Totals of all inputs, and the inputs that no row of the database refers to. */
export interface InputUsage {
  files: number
  bytes: number
  unused: UnusedInput[]
}

/** SQL condition: no job uses the input `a`, no asset was derived from it, and it is neither starred nor in a collection. */
export const UNUSED_CONDITION = `a.role = 'input' AND a.starred_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM job_inputs WHERE asset_id = a.id)
  AND NOT EXISTS (SELECT 1 FROM assets derived WHERE derived.source_id = a.id)
  AND NOT EXISTS (SELECT 1 FROM collection_assets WHERE asset_seq = a.seq)`

/** Finds inputs added up to a time that nothing refers to. Runs in slices, because it reads the parameters of every job. */
export function* findUnusedInputs(
  database: Database,
  { upTo }: { upTo: number },
): Generator<void, InputUsage> {
  const totals = database.get(
    "SELECT count(*) AS files, coalesce(sum(bytes), 0) AS bytes FROM assets WHERE role = 'input'",
  )
  const candidates = database
    .all(`SELECT a.id, a.path, a.bytes FROM assets a WHERE ${UNUSED_CONDITION} AND a.created_at <= ?`, upTo)
    .map(toUnusedInput)
  const ids = candidates.map(({ id }) => id)
  const referencedIds = yield* findIdsInParameters(database, ids)
  const draftIds = findIdsInDrafts(database, ids)
  return {
    files: Number(totals?.['files']),
    bytes: Number(totals?.['bytes']),
    unused: candidates.filter(({ id }) => !referencedIds.has(id) && !draftIds.has(id)),
  }
}

/** Finds ids in the parameters of jobs, which include hidden fields whose files were not sent. */
function* findIdsInParameters(database: Database, ids: readonly string[]): Generator<void, Set<string>> {
  const referencedIds = new Set<string>()
  if (ids.length === 0) return referencedIds
  const last = Number(database.get('SELECT max(seq) AS seq FROM jobs')?.['seq'] ?? 0)
  const idsJson = JSON.stringify(ids)
  for (let from = 0; from <= last; from += JOBS_PER_SLICE) {
    const rows = database.all(
      `SELECT DISTINCT v.value AS id FROM jobs j,
         json_tree(CASE WHEN json_valid(j.form_values) THEN j.form_values ELSE '{}' END) v
         WHERE j.seq > ? AND j.seq <= ? AND v.type = 'text' AND v.value IN (SELECT value FROM json_each(?))`,
      from,
      from + JOBS_PER_SLICE,
      idsJson,
    )
    for (const { id } of rows) referencedIds.add(String(id))
    yield
  }
  return referencedIds
}

/** Finds ids in the settings, which include the draft of the form and the plans of batches, even those of other versions. */
function findIdsInDrafts(database: Database, ids: readonly string[]): Set<string> {
  if (ids.length === 0) return new Set()
  const rows = database.all(
    `SELECT DISTINCT v.value AS id FROM settings s, json_tree(CASE WHEN json_valid(s.value) THEN s.value ELSE '{}' END) v
       WHERE v.type = 'text' AND v.value IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  )
  return new Set(rows.map(({ id }) => String(id)))
}

const toUnusedInput = (row: Row): UnusedInput => ({
  id: String(row['id']),
  path: String(row['path']),
  bytes: Number(row['bytes']),
})

const DAY_MS = 86_400_000
/** An unused input is removed automatically when it was last added or requested longer ago than this. */
const MIN_AGE_MS = 7 * DAY_MS
/** Delay of the first cleanup after startup. */
const FIRST_CLEANUP_MS = 10 * 60_000
/** An input that was requested in this time may be on screen, so it is not counted as unused or removed by the user's cleanup. */
const RECENT_MS = DAY_MS
/** Inputs deleted in one transaction. */
const BATCH_SIZE = 100

type Usage = Omit<RouteOutput<'inputs.usage'>, 'found'>

interface Dependencies {
  database: Database
  /** Searches all jobs for references to inputs, in the query thread. */
  findUnused: (request: { upTo: number }) => Promise<InputUsage>
  pendingDeletions: PendingDeletions
  /** Shared with `Inputs`, so that a file is not deleted while it is being added again. */
  mutex: Mutex
  onRemoved: () => void
  clock: Clock
  log: Log
}

/**
 * Finds and removes inputs that nothing refers to: no job, no parameters of a job, no saved draft of a form or batch, and no form or
 * preview of this session.
 */
export class UnusedInputs {
  readonly #dependencies: Dependencies
  /** When each input was last added, or requested by a form, a price or a preview in this session; oldest first. */
  readonly #lastRequests = new Map<string, number>()
  #cancel: (() => void) | null = null
  #isStopped = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Records that a form, a price or a preview requested this asset as an input. */
  recordRequest(id: string): void {
    const now = this.#dependencies.clock.now()
    this.#lastRequests.delete(id)
    this.#lastRequests.set(id, now)
    for (const [oldId, requestedAt] of this.#lastRequests) {
      if (now - requestedAt <= MIN_AGE_MS) break
      this.#lastRequests.delete(oldId)
    }
  }

  /** Starts the automatic cleanup: some time after startup, then once a day. */
  start(): void {
    this.#schedule(FIRST_CLEANUP_MS)
  }

  /** Also ends a running cleanup after its current batch. */
  stop(): void {
    this.#isStopped = true
    this.#cancel?.()
  }

  async usage(): Promise<Usage> {
    const { files, bytes, unused } = await this.#findUnused(0)
    return { files, bytes, unusedFiles: unused.length, unusedBytes: sumBytes(unused) }
  }

  /**
   * Removes unused inputs that were added and last requested more than `ageMs` ago, in batches. Returns the number and size of the
   * removed files.
   */
  async clean(ageMs = 0): Promise<RouteOutput<'inputs.clean'>> {
    const { database, pendingDeletions, mutex, onRemoved, log } = this.#dependencies
    // Inputs are added during the search, which can take minutes.
    const { unused } = await this.#findUnused(ageMs)
    return mutex.run(async () => {
      const removed: UnusedInput[] = []
      for (let from = 0; from < unused.length && !this.#isStopped; from += BATCH_SIZE) {
        removed.push(...this.#remove(unused.slice(from, from + BATCH_SIZE), ageMs))
        await database.pause()
      }
      await pendingDeletions.delete(['inputs', 'thumbs'], () => this.#isStopped)
      if (removed.length > 0) {
        log.info('Removed unused inputs', { files: removed.length, bytes: sumBytes(removed) })
        onRemoved()
      }
      return { deleted: removed.length, bytes: sumBytes(removed) }
    })
  }

  /**
   * Removes the candidates that are still unused, and returns them. For inputs that were added again, and for jobs and previews that started
   * meanwhile, `recordRequest` was called.
   */
  #remove(candidates: readonly UnusedInput[], ageMs: number): UnusedInput[] {
    const { database, pendingDeletions } = this.#dependencies
    return database.transaction(() => {
      const draftIds = findIdsInDrafts(
        database,
        candidates.map(({ id }) => id),
      )
      const unused = candidates.filter(
        ({ id }) =>
          !this.#wasRequested(id, ageMs) &&
          !draftIds.has(id) &&
          database.get(`SELECT 1 FROM assets a WHERE a.id = ? AND ${UNUSED_CONDITION}`, id),
      )
      for (const { id, path } of unused) {
        pendingDeletions.add('inputs', path)
        pendingDeletions.add('thumbs', relativeThumbPath(id))
        database.run('DELETE FROM assets WHERE id = ?', id)
      }
      return unused
    })
  }

  #schedule(ms: number): void {
    const { clock, log } = this.#dependencies
    this.#cancel = clock.after(ms, () => {
      this.clean(MIN_AGE_MS).catch((error: unknown) =>
        log.warn('Unused inputs were not removed', { error: String(error) }),
      )
      this.#schedule(DAY_MS)
    })
  }

  async #findUnused(ageMs: number): Promise<InputUsage> {
    const { findUnused, clock } = this.#dependencies
    const found = await findUnused({ upTo: clock.now() - ageMs })
    return { ...found, unused: found.unused.filter(({ id }) => !this.#wasRequested(id, ageMs)) }
  }

  /** Whether an input was requested in the last `ageMs`, or at least in the last day. */
  #wasRequested(id: string, ageMs: number): boolean {
    const since = this.#dependencies.clock.now() - Math.max(ageMs, RECENT_MS)
    return (this.#lastRequests.get(id) ?? Number.NEGATIVE_INFINITY) >= since
  }
}

const sumBytes = (files: readonly { bytes: number }[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0)
