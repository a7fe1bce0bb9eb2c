import type { z } from 'zod'
import type { JobState } from '../../../../src-preload/contract/types/job.ts'
import { columnsOf, toRow } from '../../storage/database/columns.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { findFirstQueued, isSentBefore } from './QueueOrder.ts'
import {
  findIdenticalJob,
  hashRequestOf,
  type IdenticalJob,
  type RequestIdentity,
  insertJob,
  type NewJob,
} from './newJobs.ts'
import {
  changingColumns,
  type JobRecord,
  readJobRecord,
  statesBefore,
  NOT_REPLACED,
  REPLACEABLE_LIST,
  selectNewest,
} from './JobRecord.ts'
import { operationScopes, scopeKey, type SendScope } from './SendScope.ts'
import { cappedSumSql } from '../../money/spend/SpendSums.ts'

/** Columns that may be written along with a change of state. */
export type JobChanges = Partial<z.infer<typeof changingColumns>>

const columns = columnsOf(changingColumns)

/** Stored state of a row that can't be read: it is in no list and never sent. */
const QUARANTINED = 'set_aside'

/** Selects the jobs that are summed; without properties, all of them. */
export interface SumFilter {
  connectionId?: string | null
  collectionId?: string | null
}

interface Dependencies {
  database: Database
  /** Called once for every row that can't be read. */
  onUnreadableRow: (row: Row, reason: string) => void
  /** Called with every job whose row changed. */
  onChange: (id: string) => void
  /** Called with each request id before it is written to its job's row. */
  onAccepted?: (id: string, requestId: string) => void
}

/**
 * The `jobs` table, the source of truth about jobs. Every change of state goes through `move`, which knows the allowed
 * transitions.
 */
export class JobStore {
  readonly #database: Database
  readonly #onUnreadableRow: Dependencies['onUnreadableRow']
  readonly #onChange: Dependencies['onChange']
  readonly #onAccepted: Dependencies['onAccepted']

  constructor({ database, onUnreadableRow, onChange, onAccepted }: Dependencies) {
    this.#database = database
    this.#onUnreadableRow = onUnreadableRow
    this.#onChange = onChange
    this.#onAccepted = onAccepted
  }

  /** Inserts a queued job with its inputs. Call the click policy before, and this in a transaction, so that both are written or neither. */
  insert(job: NewJob): void {
    insertJob(this.#database, job)
    // The jobs of a batch have priority 1. For them the window reads the queue again instead of getting an event per job.
    if ((job.priority ?? 0) === 0) this.#onChange(job.id)
  }

  /** The inputs of a job's request, in its order. */
  inputsOf(id: string): { field: string; assetId: string }[] {
    return this.#database
      .all('SELECT field, asset_id FROM job_inputs WHERE job_id = ? ORDER BY position', id)
      .map((row) => ({ field: String(row['field']), assetId: String(row['asset_id']) }))
  }

  /** Moves a job to the state `to`. Returns false and changes nothing if its current state does not allow that. */
  move(id: string, to: JobState, changes: JobChanges = {}): boolean {
    const from = statesBefore(to)
    if (typeof changes.requestId === 'string') this.#onAccepted?.(id, changes.requestId)
    return this.#write(id, from, `state = '${to}'`, changes)
  }

  /** Updates columns of a job without changing its state; only while it is in `state`. */
  update(id: string, state: JobState, changes: JobChanges): boolean {
    return this.#write(id, [state], 'state = state', changes)
  }

  #write(id: string, from: JobState[], set: string, changes: JobChanges): boolean {
    const row = toRow(changes, columns)
    const sets = [set, ...Object.keys(row).map((name) => `${name} = ?`)].join(', ')
    const states = from.map((state) => `'${state}'`).join(', ')
    const sql = `UPDATE jobs SET ${sets} WHERE id = ? AND state IN (${states})`
    const changed = this.#database.run(sql, ...Object.values(row), id) === 1
    if (changed) this.#onChange(id)
    return changed
  }

  find(id: string): JobRecord | null {
    return this.#parse(this.#database.all('SELECT * FROM jobs WHERE id = ?', id))[0] ?? null
  }

  findByIdempotencyKey(idempotencyKey: string): JobRecord | null {
    return (
      this.#parse(this.#database.all('SELECT * FROM jobs WHERE idempotency_key = ?', idempotencyKey))[0] ??
      null
    )
  }

  /** Id of the latest retry of a job that ended without a result; null if there is none. */
  findLatestRetry(id: string): string | null {
    const row = this.#database.get(
      `WITH RECURSIVE retries (id, seq) AS (
         SELECT id, 0 FROM jobs WHERE id = ?
         UNION SELECT later.id, later.seq FROM retries
           JOIN jobs AS earlier ON earlier.id = retries.id AND earlier.state IN (${REPLACEABLE_LIST})
           JOIN jobs AS later ON later.replaces = earlier.id)
       SELECT id FROM retries WHERE seq > 0 ORDER BY seq DESC LIMIT 1`,
      id,
    )
    return row ? String(row['id']) : null
  }

  /** Ignores the case of the id. */
  findByRequest(requestId: string): JobRecord | null {
    const sql = 'SELECT * FROM jobs WHERE request_id IN (?, ?, ?)'
    const spellings = [requestId, requestId.toLowerCase(), requestId.toUpperCase()]
    return this.#parse(this.#database.all(sql, ...spellings))[0] ?? null
  }

  /** An existing job with the same request; see `findIdenticalJob`. */
  findIdenticalJob(identity: RequestIdentity, hasFile: (asset: string) => boolean): IdenticalJob | null {
    return findIdenticalJob(this.#database, identity, hasFile)
  }

  /** Equal for equal requests; null if one of the files has no hash. */
  hashRequest(identity: RequestIdentity): string | null {
    return hashRequestOf(this.#database, identity)
  }

  inStates(states: readonly JobState[]): JobRecord[] {
    return this.#parse(
      this.#database.all(
        `SELECT * FROM jobs WHERE state IN (${states.map(() => '?').join(', ')}) ORDER BY seq`,
        ...states,
      ),
    )
  }

  /** The `seq` of the newest job; 0 if there is none. */
  newestSeq(): number {
    return Number(this.#database.get('SELECT max(seq) AS newest FROM jobs')?.['newest'] ?? 0)
  }

  /** Jobs in a state whose `seq` is greater than `after`, oldest first. */
  pageInState(state: JobState, after: number, limit: number): JobRecord[] {
    const sql = 'SELECT * FROM jobs WHERE state = ? AND seq > ? ORDER BY seq LIMIT ?'
    return this.#parse(this.#database.all(sql, state, after, limit))
  }

  /** When the newest accepted job of an operation was sent, if that was after `since`; null if there is none. In ms since the epoch. */
  lastAcceptedAt(connectionId: string, operation: string, since: number): number | null {
    // Uses the indexes of open and of recently finished jobs, so that the cost does not grow with the history.
    const lastSent = (
      index: string,
      where: string,
    ) => `SELECT max(sent_at) AS at FROM jobs INDEXED BY ${index}
      WHERE ${where} AND connection_id = ?1 AND operation = ?2 AND sent_at > ?3 AND request_id IS NOT NULL`
    const row = this.#database.get(
      `SELECT max(at) AS at FROM (
         ${lastSent('jobs_by_state', "state IN ('running', 'saving', 'unsaved', 'vanished')")}
         UNION ALL ${lastSent('jobs_finished', 'finished_at > ?3')})`,
      connectionId,
      operation,
      since,
    )
    return typeof row?.['at'] === 'number' ? row['at'] : null
  }

  /** The sum of the prices of jobs that are being sent: all, or those of one connection or collection. */
  sumSending({ connectionId = null, collectionId = null }: SumFilter = {}): number {
    const row = this.#database.get(
      `SELECT ${cappedSumSql('price')} AS total FROM jobs WHERE state = 'sending'
         AND (?1 IS NULL OR connection_id = ?1) AND (?2 IS NULL OR collection_id = ?2)`,
      connectionId,
      collectionId,
    )
    return Number(row?.['total'] ?? 0)
  }

  countIn(states: readonly JobState[]): number {
    const row = this.#database.get(
      `SELECT count(*) AS jobs FROM jobs WHERE state IN (${states.map(() => '?').join(', ')})`,
      ...states,
    )
    return Number(row?.['jobs'] ?? 0)
  }

  /**
   * A page of jobs with a `seq` below `before`, newest first, without jobs that a retry replaced. `states` null means all states, and
   * `before` null means the first page.
   */
  page(states: readonly JobState[] | null, before: number | null, limit: number): JobRecord[] {
    const from = before ?? Number.MAX_SAFE_INTEGER
    if (states)
      return this.#parse(
        selectNewest(this.#database, states, {
          batch: undefined,
          conditions: '',
          values: [],
          before: from,
          limit,
        }),
      )
    return this.#parse(
      this.#database.all(
        `SELECT * FROM jobs WHERE state <> '${QUARANTINED}' AND ${NOT_REPLACED} AND seq < ? ORDER BY seq DESC LIMIT ?`,
        from,
        limit,
      ),
    )
  }

  /** Each connection and operation with queued jobs that are not on hold; the service limits the rate of each pair separately. */
  sendableOperations(): { connection: string; operation: string }[] {
    const found = []
    let last = { connection: '', operation: '' }
    // One index seek per pair, because a query of all pairs would scan all jobs.
    const sql = `SELECT connection_id, operation FROM jobs INDEXED BY jobs_ready
      WHERE state = 'queued' AND held = 0 AND (connection_id, operation) > (?, ?) ORDER BY connection_id, operation LIMIT 1`
    for (;;) {
      const row = this.#database.get(sql, last.connection, last.operation)
      if (!row) return found
      found.push((last = { connection: String(row['connection_id']), operation: String(row['operation']) }))
    }
  }

  /** The next job to send at `now`, leaving out the waiting scopes and the jobs in flight (ids); null if there is none. */
  nextQueued(now: number, waiting: readonly SendScope[], inFlight: readonly string[]): JobRecord | null {
    let first: Row | undefined
    const keys = new Set(waiting.map(scopeKey))
    const heldCollections = waiting.flatMap((scope) =>
      scope.kind === 'collection' ? [scope.collection ?? ''] : [],
    )
    for (const { connection, operation } of this.sendableOperations()) {
      if (operationScopes(connection, operation).some((scope) => keys.has(scopeKey(scope)))) continue
      const row = findFirstQueued(this.#database, { connection, operation, now, inFlight, heldCollections })
      if (row && (!first || isSentBefore(row, first))) first = row
    }
    if (!first) return null
    return this.#parse([first])[0] ?? this.nextQueued(now, waiting, inFlight)
  }

  /** When the first of the waiting queued jobs may be sent (ms since the epoch); null if none waits after `now`. */
  nextWaitEnds(now = 0): number | null {
    const row = this.#database.get(
      "SELECT min(waits_until) AS at FROM jobs INDEXED BY jobs_waiting WHERE state = 'queued' AND held = 0 AND waits_until > ?",
      now,
    )
    return typeof row?.['at'] === 'number' ? row['at'] : null
  }

  /** Shifts the ends of the waits of unsent jobs; false if the write fails. */
  shiftWaits(ms: number): boolean {
    return this.#tryRun(
      "UPDATE jobs SET waits_until = waits_until + ? WHERE state = 'queued' AND waits_until IS NOT NULL",
      ms,
    )
  }

  /** Ends the waits of the unsent jobs of a connection, which are then checked again. Null means all. Returns false if the write fails. */
  clearWaits(connectionId: string | null = null): boolean {
    return this.#tryRun(
      `UPDATE jobs SET waits_until = NULL WHERE state = 'queued' AND waits_until IS NOT NULL
         AND (?1 IS NULL OR connection_id = ?1)`,
      connectionId,
    )
  }

  /**
   * Ends the waits of unsent jobs that were created or sent in the future. The clock was set back, so their waits are
   * unreliable.
   */
  clearFutureWaits(now: number): boolean {
    return this.#tryRun(
      `UPDATE jobs SET waits_until = NULL WHERE state = 'queued' AND waits_until IS NOT NULL
         AND max(created_at, coalesce(sent_at, 0)) > ?`,
      now,
    )
  }

  /** Runs a write that may fail, as on a full disk, because jobs then only wait longer. Returns whether the write succeeded. */
  #tryRun(sql: string, value: number | string | null): boolean {
    try {
      this.#database.run(sql, value)
      return true
    } catch {
      return false
    }
  }

  /** How long recent jobs of a model took, from acceptance to done, newest first, in milliseconds. */
  recentDurations(connectionId: string, operation: string, modelSlug: string): number[] {
    return this.#database
      .all(
        `SELECT done_at - accepted_at AS ms FROM jobs WHERE connection_id = ? AND model_slug = ? AND operation = ?
           AND done_at IS NOT NULL AND accepted_at IS NOT NULL AND finished_at IS NOT NULL
         ORDER BY finished_at DESC LIMIT 20`,
        connectionId,
        modelSlug,
        operation,
      )
      .map((row) => Number(row['ms']))
  }

  #parse(rows: Row[]): JobRecord[] {
    return rows.flatMap((row) => {
      const record = readJobRecord(row)
      if (!('unreadable' in record)) return [record]
      const sql = 'UPDATE jobs SET state = ?1 WHERE seq = ?2 AND state <> ?1'
      if (this.#database.run(sql, QUARANTINED, row['seq'] ?? null) === 1)
        this.#onUnreadableRow(row, record.unreadable)
      return []
    })
  }
}
