import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

export type Row = Record<string, null | number | bigint | string | Uint8Array>

/**
 * A commit is on disk when it returns; on macOS only the two `fullfsync` make the drive empty its own cache. With SQLite's usual
 * page cache of 2 MB, changes of the full-text index of a large library reread its pages again and again: 32 MB hold them.
 */
const PRAGMAS = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
  PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA cache_size = -32768`

const READ_PRAGMAS = 'PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON'

/** The studio's SQLite database: prepared statements by text, and transactions. */
export class Database {
  readonly #connection: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #depth = 0
  /** Statements run so far; counted by the benches. */
  statementsRun = 0

  /** `readOnly`: beside the connection that writes, which must be open already. */
  constructor(file: string, { readOnly = false } = {}) {
    this.#connection = new DatabaseSync(file, { timeout: 5000, readOnly })
    try {
      this.#connection.exec(readOnly ? READ_PRAGMAS : PRAGMAS)
    } catch (error) {
      this.#connection.close()
      throw error
    }
  }

  exec(sql: string): void {
    this.#connection.exec(sql)
  }

  /** Changes made by one statement. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes)
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...values)
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values)
  }

  /** All or nothing; durable when it returns. Inside another transaction it joins that one. */
  transaction<T>(work: () => T): T {
    if (this.#depth > 0) return work()
    this.#connection.exec('BEGIN IMMEDIATE')
    this.#depth++
    try {
      const result = work()
      this.#connection.exec('COMMIT')
      return result
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK')
      throw error
    } finally {
      this.#depth--
    }
  }

  /** Copies the whole database to a new file, a few pages at a time off this thread; rejects when `signal` aborts. */
  async backupTo(file: string, signal: AbortSignal): Promise<void> {
    await backup(this.#connection, file, { rate: 256, progress: () => signal.throwIfAborted() })
  }

  close(): void {
    this.#statements.clear()
    this.#connection.close()
  }

  #statement(sql: string): StatementSync {
    this.statementsRun++
    let statement = this.#statements.get(sql)
    if (!statement) this.#statements.set(sql, (statement = this.#connection.prepare(sql)))
    return statement
  }
}
