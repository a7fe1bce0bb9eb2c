import { setImmediate } from 'node:timers/promises'
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { nameKey } from '../../../../src-preload/shared/nameKey.ts'
import { nameOrder } from '../../../../src-preload/shared/compareNames.ts'

/** A row as SQLite returns it, by column name. */
export type Row = Record<string, null | number | bigint | string | Uint8Array>

/** A commit is on disk when it returns; on macOS this requires both `fullfsync` pragmas, which flush the drive's own cache. */
const PRAGMAS = `PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
  PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON`

/**
 * With the default page cache of 2 MB, updates of the full-text index of a large library would reread its pages; they fit into 32 MB.
 * A checkpoint of the write-ahead log blocks for tens of milliseconds, so the query thread runs them (`threads/createThreads.ts`);
 * this connection runs one only when the log exceeds 1 GB. After a checkpoint, the log is truncated to 64 MB.
 */
const WRITE_PRAGMAS = `PRAGMA journal_mode = WAL; ${PRAGMAS}; PRAGMA foreign_keys = ON; PRAGMA cache_size = -32768;
  PRAGMA wal_autocheckpoint = 262144; PRAGMA journal_size_limit = 67108864`

/** Allows queries and checkpoints. */
const QUERY_PRAGMAS = `${PRAGMAS}; PRAGMA query_only = ON`

interface DatabaseOptions {
  queryOnly?: boolean
  contents?: Uint8Array
}

/** The studio's SQLite database: prepared statements by text, transactions, and the SQL function `name_key` (`nameKey`). */
export class Database {
  readonly #connection: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #depth = 0
  /** Number of statements run so far, for benchmarks. */
  statementsRun = 0
  /** Called after each commit. */
  onCommit = (): void => {}
  /** Called with each error outside a transaction; returns the error to throw. */
  onError = (error: unknown): unknown => error
  /** What `pause` waits for. */
  #checkpoint: Promise<unknown> = Promise.resolve()

  /**
   * A `queryOnly` connection requires that the writing connection is already open. A database in memory can start with the
   * `contents` of a database file.
   */
  constructor(file: string, { queryOnly = false, contents }: DatabaseOptions = {}) {
    this.#connection = new DatabaseSync(file, { timeout: 5000 })
    try {
      if (contents) this.#connection.deserialize(contents)
      this.#connection.exec(queryOnly ? QUERY_PRAGMAS : WRITE_PRAGMAS)
      this.#connection.function('name_key', { deterministic: true }, (name) => nameKey(String(name)))
      this.#connection.function('name_order', { deterministic: true }, (name) => nameOrder(String(name)))
    } catch (error) {
      this.#connection.close()
      throw error
    }
  }

  exec(sql: string): void {
    this.#rethrow(() => this.#connection.exec(sql))
  }

  /** Runs one statement and returns the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number {
    const changes = this.#rethrow(() => Number(this.#statement(sql).run(...values).changes))
    if (this.#depth === 0 && changes > 0) this.onCommit()
    return changes
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#rethrow(() => this.#statement(sql).get(...values))
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#rethrow(() => this.#statement(sql).all(...values))
  }

  /** Runs `work` in a transaction that is durable when it returns. A nested call joins the outer transaction. */
  transaction<T>(work: () => T): T {
    if (this.#depth > 0) return work()
    const result = this.#rethrow(() => {
      this.#connection.exec('BEGIN IMMEDIATE')
      this.#depth++
      try {
        const inner = work()
        this.#connection.exec('COMMIT')
        return inner
      } catch (error) {
        if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK')
        throw error
      } finally {
        this.#depth--
      }
    })
    this.onCommit()
    return result
  }

  /** Commits a write that changes nothing. @throws errors of SQLite as they are. */
  testWrite(): void {
    const version = Number(this.#connection.prepare('PRAGMA user_version').get()?.['user_version'])
    this.#connection.exec(`PRAGMA user_version = ${version}`)
  }

  /**
   * Call it between two transactions of a long change. Other work runs meanwhile, and a checkpoint can finish, which it can't while
   * transactions follow each other without a pause.
   */
  async pause(): Promise<void> {
    await setImmediate()
    await this.#checkpoint
  }

  /** Later calls of `pause` wait for this checkpoint. */
  setPendingCheckpoint(checkpoint: Promise<unknown>): void {
    this.#checkpoint = checkpoint
  }

  /** Copies the database to a new file in the background, 256 pages at a time. Rejects when `signal` aborts. */
  async backupTo(file: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    await backup(this.#connection, file, { rate: 256, progress: () => signal.throwIfAborted() })
    // There is no progress call after the last step.
    signal.throwIfAborted()
  }

  close(): void {
    this.#statements.clear()
    this.#connection.close()
  }

  #rethrow<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw this.#depth > 0 ? error : this.onError(error)
    }
  }

  #statement(sql: string): StatementSync {
    this.statementsRun++
    let statement = this.#statements.get(sql)
    if (!statement) this.#statements.set(sql, (statement = this.#connection.prepare(sql)))
    return statement
  }
}
