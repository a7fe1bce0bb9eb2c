import type { Database } from '../../storage/database/Database.ts'

/** When a session crashes: at its n-th SQL statement, before or `after` the statement takes effect. */
export interface CrashPoint {
  statement: number
  after: boolean
}

export interface CrashingDatabase {
  database: Database
  hasCrashed: () => boolean
  crash: () => void
  /** Cancels the planned crash. */
  cancelCrash: () => void
}

/** The error of a write to a full disk. */
export class DiskFull extends Error {
  override message = 'database or disk is full'
}

const STATEMENTS = new Set(['run', 'get', 'all', 'exec'])

/**
 * A database for one session that crashes. If it crashes in a transaction, the transaction is rolled back, as after SIGKILL.
 * Statements after the crash do nothing and return nothing.
 */
export function crashingDatabase(
  inner: Database,
  crashPoint: CrashPoint | null,
  isFull: () => boolean,
): CrashingDatabase {
  let isCrashed = false
  let plannedCrash = crashPoint
  let statements = 0
  const emptyResult = (key: string): unknown => (key === 'run' ? 0 : key === 'all' ? [] : undefined)

  const statement = (key: string, method: (...args: unknown[]) => unknown, args: unknown[]): unknown => {
    if (isCrashed) return emptyResult(key)
    const isCrashPoint = ++statements === plannedCrash?.statement
    if (isCrashPoint && !plannedCrash?.after) {
      isCrashed = true
      return emptyResult(key)
    }
    if (key === 'run' && isFull()) throw new DiskFull()
    const result = method.apply(inner, args)
    if (isCrashPoint) isCrashed = true
    return result
  }

  const transaction = (work: () => unknown): unknown => {
    if (isCrashed) return work()
    const rollback = new Error('crashed')
    let result: unknown
    try {
      return inner.transaction(() => {
        result = work()
        if (isCrashed) throw rollback
        return result
      })
    } catch (error) {
      if (error === rollback) return result
      throw error
    }
  }

  const database = new Proxy(inner, {
    get(target, key) {
      if (key === 'transaction') return transaction
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      const method = (...args: unknown[]): unknown => Reflect.apply(value, target, args)
      return typeof key === 'string' && STATEMENTS.has(key)
        ? (...args: unknown[]) => statement(key, method, args)
        : method
    },
  })
  return {
    database,
    hasCrashed: () => isCrashed,
    crash: () => void (isCrashed = true),
    cancelCrash: () => void (plannedCrash = null),
  }
}
