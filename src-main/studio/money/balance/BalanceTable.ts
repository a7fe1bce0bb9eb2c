import type { Database, Row } from '../../storage/database/Database.ts'

/** What one job may have charged to a balance. Times are milliseconds since the epoch, as the studio saw them. */
export interface JobCharge {
  id: string
  title: string
  /** Its quote. */
  amount: number
  sentAt: number
  /** When the response to its request arrived, or was known to be lost. */
  respondedAt: number
  /** When the studio saw that it had ended; null while it may be running. */
  endedAt: number | null
  /**
   * `unconfirmed`: failed, and the service did not say whether it refunded the price. `not_refunded`: failed, and the service said
   * that it did not refund the price, which may change (service.md §Job status).
   */
  outcome: 'running' | 'completed' | 'refunded' | 'uncertain' | 'unconfirmed' | 'not_refunded'
}

/** A reported balance in nano-dollars; negative if overdrawn. */
export interface BalanceReading {
  balance: number
  /** Times of the request and the response; the balance is of some time between. */
  requestedAt: number
  receivedAt: number
}

const DAY_MS = 86_400_000
const MAX_READINGS = 300
/** Readings older than this many ledger entries are not compared. */
const MAX_ENTRIES = 10_000
/** Rows read at a time. */
const SLICE_ROWS = 500

/** Readings, oldest first, and the jobs that may have changed the balance between them. */
export interface BalanceHistory {
  readings: BalanceReading[]
  charges: JobCharge[]
}

const CHARGES_SQL = `SELECT j.id, j.title, j.state, coalesce(j.sent_at, j.created_at) AS sent, j.done_at AS done,
    j.finished_at AS finished, l.entry, l.amount, l.at,
    (SELECT min(at) FROM ledger WHERE job_id = j.id AND entry IN ('accepted', 'uncertain')) AS answered
  FROM json_each(?2) i CROSS JOIN jobs j ON j.id = i.value
    CROSS JOIN ledger l ON l.id = (SELECT max(id) FROM ledger WHERE job_id = j.id)
  WHERE j.connection_id = ?1 AND j.account = coalesce((SELECT account FROM balance_watch WHERE connection_id = ?1), 0)
    AND l.entry IN ('accepted', 'uncertain', 'unconfirmed', 'refunded')`

/** Balance readings, warning thresholds, and the jobs that charged a balance, in the database. */
export class BalanceTable {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** The last reading of the connection's current account. */
  last(connectionId: string): BalanceReading | null {
    return this.readings(connectionId, 1)[0] ?? null
  }

  /** The newest readings of the connection's current account, oldest first. */
  readings(connectionId: string, limit: number): BalanceReading[] {
    const rows = this.#database.all(
      `SELECT balance, asked_at, at FROM balance_readings WHERE connection_id = ?1
         AND account = coalesce((SELECT account FROM balance_watch WHERE connection_id = ?1), 0)
         ORDER BY id DESC LIMIT ?2`,
      connectionId,
      limit,
    )
    return rows
      .map((row) => ({
        balance: Number(row['balance']),
        requestedAt: Number(row['asked_at']),
        receivedAt: Number(row['at']),
      }))
      .reverse()
  }

  /** Saves a reading; if its balance equals the last two, it replaces the last. */
  add(connectionId: string, { balance, requestedAt, receivedAt }: BalanceReading): void {
    const previous = this.readings(connectionId, 2)
    const isUnchanged = previous.length === 2 && previous.every((reading) => reading.balance === balance)
    this.#database.transaction(() => {
      if (isUnchanged)
        this.#database.run(
          'DELETE FROM balance_readings WHERE id = (SELECT max(id) FROM balance_readings WHERE connection_id = ?)',
          connectionId,
        )
      this.#database.run(
        `INSERT INTO balance_readings (connection_id, balance, asked_at, at, account)
           VALUES (?1, ?2, ?3, ?4, coalesce((SELECT account FROM balance_watch WHERE connection_id = ?1), 0))`,
        connectionId,
        balance,
        requestedAt,
        receivedAt,
      )
    })
  }

  /** Starts a new account of a connection, whose readings are not compared with earlier ones. */
  startNewAccount(connectionId: string): void {
    this.#database.run(
      `INSERT INTO balance_watch (connection_id, account) VALUES (?, 1)
         ON CONFLICT (connection_id) DO UPDATE SET account = account + 1`,
      connectionId,
    )
  }

  /** Stores the hash of a connection's key. Returns whether it replaced a different one. */
  replaceKeyHash(connectionId: string, keyHash: string): boolean {
    const row = this.#database.get('SELECT key_mark FROM balance_watch WHERE connection_id = ?', connectionId)
    const before = row?.['key_mark'] ?? null
    if (before === keyHash) return false
    this.#database.run(
      `INSERT INTO balance_watch (connection_id, key_mark) VALUES (?, ?)
         ON CONFLICT (connection_id) DO UPDATE SET key_mark = excluded.key_mark`,
      connectionId,
      keyHash,
    )
    return before !== null
  }

  /** Null: the default. */
  warningThreshold(connectionId: string): number | null {
    const row = this.#database.get('SELECT low FROM balance_watch WHERE connection_id = ?', connectionId)
    const low = row?.['low']
    return typeof low === 'number' ? low : null
  }

  setWarningThreshold(connectionId: string, threshold: number | null): void {
    this.#database.run(
      `INSERT INTO balance_watch (connection_id, low) VALUES (?, ?)
         ON CONFLICT (connection_id) DO UPDATE SET low = excluded.low`,
      connectionId,
      threshold,
    )
  }

  /**
   * The newest readings of a connection, and the jobs that may have changed its balance between them; in slices, because there may
   * be any number of jobs. Readings with very many ledger entries after them are left out.
   */
  *history(connectionId: string): Generator<void, BalanceHistory> {
    const sql = 'SELECT at FROM ledger INDEXED BY ledger_by_time ORDER BY at DESC LIMIT 1 OFFSET ?'
    const start = Number(this.#database.get(sql, MAX_ENTRIES)?.['at'] ?? Number.NEGATIVE_INFINITY)
    const readings = this.readings(connectionId, MAX_READINGS).filter(
      ({ requestedAt }) => requestedAt >= start,
    )
    const [first, last] = [readings[0], readings.at(-1)]
    return {
      readings,
      charges: first && last ? yield* this.#charges(connectionId, first.requestedAt, last.receivedAt) : [],
    }
  }

  /** Jobs of a connection that may have changed its balance in a period. */
  *#charges(connectionId: string, from: number, to: number): Generator<void, JobCharge[]> {
    const ids = [...(yield* this.#jobIdsBetween(from - DAY_MS, to + DAY_MS))].sort()
    const charges: JobCharge[] = []
    for (let at = 0; at < ids.length; at += SLICE_ROWS) {
      const rows = this.#database.all(
        CHARGES_SQL,
        connectionId,
        JSON.stringify(ids.slice(at, at + SLICE_ROWS)),
      )
      charges.push(...rows.map(toCharge))
      yield
    }
    return charges
  }

  /** Jobs in progress, and jobs with a ledger entry other than a quote in a period. */
  *#jobIdsBetween(from: number, to: number): Generator<void, Set<string>> {
    const runningSql = "SELECT id FROM jobs INDEXED BY jobs_by_state WHERE state IN ('running', 'vanished')"
    const ids = new Set(this.#database.all(runningSql).map(({ id }) => String(id)))
    for (let cursor = { at: from, id: -1 }; ;) {
      const rows = this.#database.all(
        `SELECT id, at, job_id, entry FROM ledger INDEXED BY ledger_by_time
           WHERE at >= ?1 AND (at > ?1 OR id > ?2) AND at <= ?3 ORDER BY at, id LIMIT ${SLICE_ROWS}`,
        cursor.at,
        cursor.id,
        to,
      )
      for (const { job_id: id, entry } of rows) if (entry !== 'quoted') ids.add(String(id))
      const last = rows.at(-1)
      if (!last || rows.length < SLICE_ROWS) return ids
      cursor = { at: Number(last['at']), id: Number(last['id']) }
      yield
    }
  }

  /** Uncertain jobs with their connections. */
  uncertainJobs(): { id: string; connectionId: string }[] {
    const sql = "SELECT id, connection_id FROM jobs WHERE state = 'uncertain' ORDER BY seq DESC LIMIT 50"
    return this.#database
      .all(sql)
      .map((row) => ({ id: String(row['id']), connectionId: String(row['connection_id']) }))
  }
}

function outcomeOf(entry: string, state: string): JobCharge['outcome'] {
  if (entry === 'uncertain' || entry === 'unconfirmed' || entry === 'refunded') return entry
  if (state === 'failed') return 'not_refunded'
  return state === 'running' || state === 'vanished' ? 'running' : 'completed'
}

function toCharge(row: Row): JobCharge {
  const outcome = outcomeOf(String(row['entry']), String(row['state']))
  const ended = row['done'] ?? row['finished']
  const endedAt = outcome === 'refunded' ? row['at'] : outcome === 'running' ? null : ended
  return {
    id: String(row['id']),
    title: String(row['title']),
    amount: Number(row['amount']),
    sentAt: Number(row['sent']),
    respondedAt: Number(row['answered'] ?? row['at']),
    endedAt: typeof endedAt === 'number' && outcome !== 'uncertain' ? endedAt : null,
    outcome,
  }
}
