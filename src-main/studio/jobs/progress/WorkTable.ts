import { DISK_CODES } from '../../../../src-preload/shared/diskCodes.ts'
import type { Database } from '../../storage/database/Database.ts'
import { pauseCodeSchema, type PauseCode } from '../batches/BatchTable.ts'
import type { FinishedJob } from './estimateTimeLeft.ts'

/** The number of unfinished jobs with the same properties. */
export interface JobGroup {
  connectionId: string
  operation: string
  model: string
  /** Batch id; null for single jobs. */
  batch: string | null
  /** Id of the collection that their results are added to. */
  collection: string | null
  isSent: boolean
  /** Whether the user or a limit put their batch on hold. */
  isHeld: boolean
  jobs: number
  /** The lowest and highest rank in the order of sending. */
  firstRank: number
  lastRank: number
  /** When the first and the last of them were sent; null if unsent. */
  firstSentAt: number | null
  lastSentAt: number | null
}

/** A code that another version of Easel wrote counts as none. */
const storedPauseCode = pauseCodeSchema.nullable().catch(null)

const ACTIVE_STATES = "('queued', 'sending', 'running', 'saving')"
/**
 * Maximum number of a model's ended jobs that are searched for saved ones, so that many failed jobs don't slow the
 * query.
 */
const MAX_SCANNED_JOBS = 200
/** A result waited for its download if saving it took longer than this and longer than the job itself. */
const MAX_SAVING_MS = 60_000
/** Maximum number of a model's saved jobs that estimates are based on. */
const MAX_HISTORY_JOBS = 60

/** Queries about unfinished jobs, and about the announcements of batches. */
export class WorkTable {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** All unfinished jobs, by one scan of their index. */
  activeJobs(): JobGroup[] {
    const rows = this.#database.all(
      `SELECT connection_id, operation, model_slug, batch_id, collection_id, state <> 'queued' AS sent, held, count(*) AS jobs,
           min(rank) AS low, max(rank) AS high, min(sent_at) AS oldest, max(sent_at) AS newest
         FROM jobs INDEXED BY jobs_to_come WHERE state IN ${ACTIVE_STATES}
         GROUP BY connection_id, operation, model_slug, priority, batch_id, collection_id, sent, held`,
    )
    return rows.map((row) => ({
      connectionId: String(row['connection_id']),
      operation: String(row['operation']),
      model: String(row['model_slug']),
      batch: row['batch_id'] === null ? null : String(row['batch_id']),
      collection: row['collection_id'] === null ? null : String(row['collection_id']),
      isSent: row['sent'] === 1,
      isHeld: row['held'] === 1,
      jobs: Number(row['jobs']),
      firstRank: Number(row['low']),
      lastRank: Number(row['high']),
      firstSentAt: typeof row['oldest'] === 'number' ? row['oldest'] : null,
      lastSentAt: typeof row['newest'] === 'number' ? row['newest'] : null,
    }))
  }

  /**
   * Counts the jobs that left the queue since a time (ms since the epoch). `needAttention`: those sent since then that
   * wait for the user. `done`: these and the jobs that ended since then.
   */
  countSince(at: number): { done: number; needAttention: number } {
    const count = (sql: string) => Number(this.#database.get(sql, at)?.['jobs'] ?? 0)
    const ended = count(
      `SELECT count(*) AS jobs FROM jobs INDEXED BY jobs_finished
         WHERE finished_at >= ? AND state IN ('saved', 'failed', 'rejected')`,
    )
    // A job that was sent before that time and closed since then was already counted before the queue was last idle.
    const closed = count(
      `SELECT count(*) AS jobs FROM jobs INDEXED BY jobs_finished
         WHERE finished_at >= ?1 AND state = 'closed' AND sent_at >= ?1`,
    )
    const needAttention = count(
      `SELECT count(*) AS jobs FROM jobs INDEXED BY jobs_by_state
         WHERE state IN ('uncertain', 'vanished', 'unsaved') AND sent_at >= ?`,
    )
    return { done: ended + closed + needAttention, needAttention }
  }

  /** Batches with a finished result that waits for the disk; null stands for single jobs. */
  batchesWaitingForDisk(): Set<string | null> {
    const rows = this.#database.all(
      `SELECT DISTINCT batch_id FROM jobs INDEXED BY jobs_not_fetched
         WHERE state = 'saving' AND problem IS NOT NULL AND json_extract(problem, '$.code') IN (SELECT value FROM json_each(?))`,
      JSON.stringify([...DISK_CODES]),
    )
    return new Set(rows.map(({ batch_id: id }) => (id === null ? null : String(id))))
  }

  /** Until when unsent jobs of a connection and an operation wait, if that is after `now`. */
  waits(now: number): { connectionId: string; operation: string; until: number }[] {
    const rows = this.#database.all(
      `SELECT connection_id, operation, max(waits_until) AS until FROM jobs INDEXED BY jobs_waiting
         WHERE state = 'queued' AND held = 0 AND waits_until > ? GROUP BY connection_id, operation`,
      now,
    )
    return rows.map((row) => ({
      connectionId: String(row['connection_id']),
      operation: String(row['operation']),
      until: Number(row['until']),
    }))
  }

  /**
   * The newest saved jobs of a model, newest first, without those whose end was noticed late or whose result waited for its download,
   * because they say nothing about the model. Jobs of batches have priority 1, single jobs 0.
   */
  history({
    connectionId,
    operation,
    model,
  }: Pick<JobGroup, 'connectionId' | 'operation' | 'model'>): (FinishedJob & { priority: number })[] {
    const rows = this.#database.all(
      `SELECT sent_at, finished_at, priority FROM (
           SELECT sent_at, done_at, finished_at, priority, state FROM jobs
             WHERE connection_id = ? AND model_slug = ? AND operation = ? AND finished_at IS NOT NULL
             ORDER BY finished_at DESC LIMIT ${MAX_SCANNED_JOBS})
         WHERE state = 'saved' AND sent_at IS NOT NULL
           AND finished_at - done_at <= max(${MAX_SAVING_MS}, done_at - sent_at) ORDER BY finished_at DESC LIMIT ${MAX_HISTORY_JOBS}`,
      connectionId,
      model,
      operation,
    )
    return rows.map((row) => ({
      sentAt: Number(row['sent_at']),
      finishedAt: Number(row['finished_at']),
      priority: Number(row['priority']),
    }))
  }

  /** Batches whose end was not announced, with their limit and the problem that paused them. */
  unannouncedBatches(): { id: string; cap: number | null; problem: PauseCode | null }[] {
    const rows = this.#database.all(
      `SELECT id, cap, CASE state WHEN 'paused' THEN json_extract(problem, '$.code') END AS problem
         FROM batches INDEXED BY batches_untold WHERE end_reported = 0`,
    )
    return rows.map(({ id, cap, problem }) => ({
      id: String(id),
      cap: typeof cap === 'number' ? cap : null,
      problem: storedPauseCode.parse(problem),
    }))
  }

  /** Batches that were paused because of a problem. */
  batchesWithProblem(): Set<string> {
    const rows = this.#database.all(
      "SELECT id FROM batches INDEXED BY batches_by_state WHERE state = 'paused' AND problem IS NOT NULL",
    )
    return new Set(rows.map(({ id }) => String(id)))
  }

  /** Records that the end of a batch was announced; false if it already was. */
  recordEndAnnounced(batch: string): boolean {
    const sql = 'UPDATE batches SET end_reported = 1, stop_reported = NULL WHERE id = ? AND end_reported = 0'
    return this.#database.run(sql, batch) === 1
  }

  /** Records that a stop of a batch was announced; false if the same stop was announced last, or if its end was announced. */
  recordStopAnnounced(batch: string, reason: string): boolean {
    const sql =
      'UPDATE batches SET stop_reported = ?1 WHERE id = ?2 AND end_reported = 0 AND stop_reported IS NOT ?1'
    return this.#database.run(sql, reason, batch) === 1
  }
}

/** Jobs that wait or run, by model, with the newest saved jobs of each. */
export interface ActiveWork {
  models: { groups: JobGroup[]; history: ReturnType<WorkTable['history']> }[]
  waits: ReturnType<WorkTable['waits']>
  /** Batches whose results wait for the disk; null stands for single jobs. */
  batchesWaitingForDisk: ReadonlySet<string | null>
}

/** Reads the unfinished jobs for estimates of their remaining time. */
export function readActiveWork(database: Database, now: number): ActiveWork {
  const table = new WorkTable(database)
  const keyOf = ({ connectionId, operation, model }: JobGroup) =>
    JSON.stringify([connectionId, operation, model])
  const models = [...Map.groupBy(table.activeJobs(), keyOf).values()].flatMap((groups) => {
    const [first] = groups
    return first ? [{ groups, history: table.history(first) }] : []
  })
  return { models, waits: table.waits(now), batchesWaitingForDisk: table.batchesWaitingForDisk() }
}
