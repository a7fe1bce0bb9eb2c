import type { Database, Row } from '../../storage/database/Database.ts'

/** A job that may have changed a balance. Times are milliseconds since the epoch, by this computer's clock. */
export interface BilledJob {
  id: string
  title: string
  /** The price it was sent at, nano-dollars. */
  amount: number
  sentAt: number
  /** When the response to its request arrived, or was known to be lost. */
  respondedAt: number
  /**
   * When a poll found that it had ended; for a refunded job, when the refund was recorded. Null while it may be running, or if the
   * response to its request was lost.
   */
  endedAt: number | null
  /**
   * What is known about its money. `in_progress`: accepted, and charged now or when it ends. `charged`: it succeeded.
   * `refunded`: the service or the balance says so. `charge_unknown`: the response to its request was lost.
   * `refund_unknown`: it failed, and the service did not say whether it refunded the price. `refund_denied`: it failed, and the
   * service said that it did not refund the price, which may change later (service.md §Job status).
   */
  money: 'in_progress' | 'charged' | 'refunded' | 'charge_unknown' | 'refund_unknown' | 'refund_denied'
}

/** A reported balance in nano-dollars; negative if overdrawn. */
export interface BalanceReading {
  balance: number
  /** Times of the request and the response; the balance is from some time in between. */
  requestedAt: number
  receivedAt: number
}

const DAY_MS = 86_400_000
/** Maximum number of readings that are compared. */
const MAX_READINGS = 300
/** Readings that are older than this many ledger entries are not compared, so that the cost does not grow with the history. */
const MAX_ENTRIES = 10_000
/** Rows read at a time. */
const SLICE_ROWS = 500

/** Readings of one account, oldest first, and the jobs that may have changed its balance between them. */
export interface BalanceHistory {
  readings: BalanceReading[]
  billedJobs: BilledJob[]
}

/** ?1: a connection, ?2: a JSON array of job ids. */
const JOBS_SQL = `SELECT jobs.id, jobs.title, jobs.state, coalesce(jobs.sent_at, jobs.created_at) AS sent_or_created_at,
    jobs.done_at, jobs.finished_at, last_entry.entry, last_entry.amount, last_entry.at,
    (SELECT min(at) FROM ledger WHERE job_id = jobs.id AND entry IN ('accepted', 'uncertain')) AS responded_at
  FROM json_each(?2) AS ids CROSS JOIN jobs ON jobs.id = ids.value
    CROSS JOIN ledger AS last_entry ON last_entry.id = (SELECT max(id) FROM ledger WHERE job_id = jobs.id)
  WHERE jobs.connection_id = ?1
    AND jobs.account = coalesce((SELECT account FROM balance_watch WHERE connection_id = ?1), 0)
    AND last_entry.entry IN ('accepted', 'uncertain', 'unconfirmed', 'refunded')`

/** Balance readings, warning thresholds, and the jobs that may have changed a balance, in the database. */
export class BalanceTable {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** The last reading of the connection's current account. */
  latest(connectionId: string): BalanceReading | null {
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
    const row = this.#database.get(
      'SELECT key_fingerprint FROM balance_watch WHERE connection_id = ?',
      connectionId,
    )
    const previousHash = row?.['key_fingerprint'] ?? null
    if (previousHash === keyHash) return false
    this.#database.run(
      `INSERT INTO balance_watch (connection_id, key_fingerprint) VALUES (?, ?)
         ON CONFLICT (connection_id) DO UPDATE SET key_fingerprint = excluded.key_fingerprint`,
      connectionId,
      keyHash,
    )
    return previousHash !== null
  }

  /** The balance below which the user is warned, nano-dollars; null: the default. */
  warningThreshold(connectionId: string): number | null {
    const row = this.#database.get(
      'SELECT warn_below FROM balance_watch WHERE connection_id = ?',
      connectionId,
    )
    const warnBelow = row?.['warn_below']
    return typeof warnBelow === 'number' ? warnBelow : null
  }

  setWarningThreshold(connectionId: string, threshold: number | null): void {
    this.#database.run(
      `INSERT INTO balance_watch (connection_id, warn_below) VALUES (?, ?)
         ON CONFLICT (connection_id) DO UPDATE SET warn_below = excluded.warn_below`,
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
      billedJobs:
        first && last ? yield* this.#jobsBetween(connectionId, first.requestedAt, last.receivedAt) : [],
    }
  }

  /** Jobs of a connection that may have changed its balance in a period. */
  *#jobsBetween(connectionId: string, from: number, to: number): Generator<void, BilledJob[]> {
    const ids = [...(yield* this.#jobIdsBetween(from - DAY_MS, to + DAY_MS))].sort()
    const billedJobs: BilledJob[] = []
    for (let at = 0; at < ids.length; at += SLICE_ROWS) {
      const rows = this.#database.all(JOBS_SQL, connectionId, JSON.stringify(ids.slice(at, at + SLICE_ROWS)))
      billedJobs.push(...rows.map(toBilledJob))
      yield
    }
    return billedJobs
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

  /** The sum of the quotes of the jobs that are being sent on a connection. */
  sendingAmount(connectionId: string): number {
    const sql = `SELECT total(price) AS amount FROM jobs INDEXED BY jobs_by_state WHERE state = 'sending' AND connection_id = ?`
    return Number(this.#database.get(sql, connectionId)?.['amount'] ?? 0)
  }

  /** The newest 50 uncertain jobs with their connections. */
  uncertainJobs(): { id: string; connectionId: string }[] {
    const sql = "SELECT id, connection_id FROM jobs WHERE state = 'uncertain' ORDER BY seq DESC LIMIT 50"
    return this.#database
      .all(sql)
      .map((row) => ({ id: String(row['id']), connectionId: String(row['connection_id']) }))
  }
}

/** `entry`: the job's last ledger entry. */
function moneyOf(entry: string, state: string): BilledJob['money'] {
  if (entry === 'refunded') return 'refunded'
  if (entry === 'uncertain') return 'charge_unknown'
  if (entry === 'unconfirmed') return 'refund_unknown'
  if (state === 'failed') return 'refund_denied'
  return state === 'running' || state === 'vanished' ? 'in_progress' : 'charged'
}

function toBilledJob(row: Row): BilledJob {
  const money = moneyOf(String(row['entry']), String(row['state']))
  const ended = row['done_at'] ?? row['finished_at']
  const endedAt = money === 'refunded' ? row['at'] : money === 'in_progress' ? null : ended
  return {
    id: String(row['id']),
    title: String(row['title']),
    amount: Number(row['amount']),
    sentAt: Number(row['sent_or_created_at']),
    respondedAt: Number(row['responded_at'] ?? row['at']),
    endedAt: typeof endedAt === 'number' && money !== 'charge_unknown' ? endedAt : null,
    money,
  }
}
