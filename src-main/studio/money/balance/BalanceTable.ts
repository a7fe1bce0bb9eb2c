import type { Database, Row } from '../../storage/database/Database.ts'
import type { MoneyMove } from './MoneyMove.ts'
import type { Reading } from './Reading.ts'

const DAY_MS = 86_400_000
const MAX_READINGS = 300
/** Readings older than this many ledger entries are not compared. */
const MAX_ENTRIES = 10_000
/** Rows read at a time. */
const SLICE = 500

/** Readings, oldest first, and the jobs that may have moved the money between them. */
export interface Material {
  readings: Reading[]
  moves: MoneyMove[]
}

const MOVES_SQL = `SELECT j.id, j.title, j.state, coalesce(j.sent_at, j.created_at) AS sent, j.done_at AS done,
    j.finished_at AS finished, l.entry, l.amount, l.at,
    (SELECT min(at) FROM ledger WHERE job_id = j.id AND entry IN ('accepted', 'uncertain')) AS answered
  FROM json_each(?2) i CROSS JOIN jobs j ON j.id = i.value
    CROSS JOIN ledger l ON l.id = (SELECT max(id) FROM ledger WHERE job_id = j.id)
  WHERE j.connection_id = ?1 AND j.account = coalesce((SELECT account FROM balance_watch WHERE connection_id = ?1), 0)
    AND l.entry IN ('accepted', 'uncertain', 'unconfirmed', 'refunded')`

/** Balance readings, thresholds for warnings, and jobs that moved money, in the database. */
export class BalanceTable {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** The last reading of the connection's present account. */
  last(connectionId: string): Reading | null {
    return this.readings(connectionId, 1)[0] ?? null
  }

  /** The newest readings of the connection's present account, oldest first. */
  readings(connectionId: string, most: number): Reading[] {
    const rows = this.#database.all(
      `SELECT balance, asked_at, at FROM balance_readings WHERE connection_id = ?1
         AND account = coalesce((SELECT account FROM balance_watch WHERE connection_id = ?1), 0)
         ORDER BY id DESC LIMIT ?2`,
      connectionId,
      most,
    )
    return rows
      .map((row) => ({
        balance: Number(row['balance']),
        askedAt: Number(row['asked_at']),
        at: Number(row['at']),
      }))
      .reverse()
  }

  /** Saves a reading; if it equals the last two, it replaces the last. */
  add(connectionId: string, { balance, askedAt, at }: Reading): void {
    const same = this.readings(connectionId, 2)
    const isStill = same.length === 2 && same.every((reading) => reading.balance === balance)
    this.#database.transaction(() => {
      if (isStill)
        this.#database.run(
          'DELETE FROM balance_readings WHERE id = (SELECT max(id) FROM balance_readings WHERE connection_id = ?)',
          connectionId,
        )
      this.#database.run(
        `INSERT INTO balance_readings (connection_id, balance, asked_at, at, account)
           VALUES (?1, ?2, ?3, ?4, coalesce((SELECT account FROM balance_watch WHERE connection_id = ?1), 0))`,
        connectionId,
        balance,
        askedAt,
        at,
      )
    })
  }

  /** The connection has a new account: its readings are not compared with earlier ones. */
  beginAccount(connectionId: string): void {
    this.#database.run(
      `INSERT INTO balance_watch (connection_id, account) VALUES (?, 1)
         ON CONFLICT (connection_id) DO UPDATE SET account = account + 1`,
      connectionId,
    )
  }

  /** Whether the key of a connection is another than when this was last asked; the first time it is not. */
  isOtherKey(connectionId: string, mark: string): boolean {
    const row = this.#database.get('SELECT key_mark FROM balance_watch WHERE connection_id = ?', connectionId)
    const before = row?.['key_mark'] ?? null
    if (before === mark) return false
    this.#database.run(
      `INSERT INTO balance_watch (connection_id, key_mark) VALUES (?, ?)
         ON CONFLICT (connection_id) DO UPDATE SET key_mark = excluded.key_mark`,
      connectionId,
      mark,
    )
    return before !== null
  }

  /** Null: as usual. */
  low(connectionId: string): number | null {
    const low = this.#database.get('SELECT low FROM balance_watch WHERE connection_id = ?', connectionId)?.[
      'low'
    ]
    return typeof low === 'number' ? low : null
  }

  setLow(connectionId: string, low: number | null): void {
    this.#database.run(
      `INSERT INTO balance_watch (connection_id, low) VALUES (?, ?)
         ON CONFLICT (connection_id) DO UPDATE SET low = excluded.low`,
      connectionId,
      low,
    )
  }

  /**
   * The newest readings of a connection, and the jobs that may have moved its money between them: in slices, for a thread beside
   * the main one, since there may be any number of jobs. Readings with very many jobs after them are left out.
   */
  *material(connectionId: string): Generator<void, Material> {
    const sql = 'SELECT at FROM ledger INDEXED BY ledger_by_time ORDER BY at DESC LIMIT 1 OFFSET ?'
    const start = Number(this.#database.get(sql, MAX_ENTRIES)?.['at'] ?? Number.NEGATIVE_INFINITY)
    const readings = this.readings(connectionId, MAX_READINGS).filter(({ askedAt }) => askedAt >= start)
    const [first, last] = [readings[0], readings.at(-1)]
    return { readings, moves: first && last ? yield* this.#moves(connectionId, first.askedAt, last.at) : [] }
  }

  /** Jobs of a connection that may have moved its money in a time. */
  *#moves(connectionId: string, from: number, to: number): Generator<void, MoneyMove[]> {
    const ids = [...(yield* this.#idsOfMoves(from - DAY_MS, to + DAY_MS))].sort()
    const moves: MoneyMove[] = []
    for (let at = 0; at < ids.length; at += SLICE) {
      const rows = this.#database.all(MOVES_SQL, connectionId, JSON.stringify(ids.slice(at, at + SLICE)))
      moves.push(...rows.map(toMove))
      yield
    }
    return moves
  }

  /** Jobs in progress, and all that the ledger tells of in a time besides their quotes. */
  *#idsOfMoves(from: number, to: number): Generator<void, Set<string>> {
    const running = "SELECT id FROM jobs INDEXED BY jobs_by_state WHERE state IN ('running', 'vanished')"
    const ids = new Set(this.#database.all(running).map(({ id }) => String(id)))
    for (let place = { at: from, id: -1 }; ;) {
      const rows = this.#database.all(
        `SELECT id, at, job_id, entry FROM ledger INDEXED BY ledger_by_time
           WHERE at >= ?1 AND (at > ?1 OR id > ?2) AND at <= ?3 ORDER BY at, id LIMIT ${SLICE}`,
        place.at,
        place.id,
        to,
      )
      for (const { job_id: id, entry } of rows) if (entry !== 'quoted') ids.add(String(id))
      const last = rows.at(-1)
      if (!last || rows.length < SLICE) return ids
      place = { at: Number(last['at']), id: Number(last['id']) }
      yield
    }
  }

  /** Uncertain jobs with their connections. */
  undecided(): { id: string; connectionId: string }[] {
    const sql = "SELECT id, connection_id FROM jobs WHERE state = 'uncertain' ORDER BY seq DESC LIMIT 50"
    return this.#database
      .all(sql)
      .map((row) => ({ id: String(row['id']), connectionId: String(row['connection_id']) }))
  }
}

function outcomeOf(entry: string, state: string): MoneyMove['outcome'] {
  if (entry === 'uncertain' || entry === 'unconfirmed' || entry === 'refunded') return entry
  if (state === 'failed') return 'unclear'
  return state === 'running' || state === 'vanished' ? 'running' : 'settled'
}

function toMove(row: Row): MoneyMove {
  const outcome = outcomeOf(String(row['entry']), String(row['state']))
  const ended = row['done'] ?? row['finished']
  const endedAt = outcome === 'refunded' ? row['at'] : outcome === 'running' ? null : ended
  return {
    id: String(row['id']),
    title: String(row['title']),
    amount: Number(row['amount']),
    sentAt: Number(row['sent']),
    answeredAt: Number(row['answered'] ?? row['at']),
    endedAt: typeof endedAt === 'number' && outcome !== 'uncertain' ? endedAt : null,
    outcome,
  }
}
