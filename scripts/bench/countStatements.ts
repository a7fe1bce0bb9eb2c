import { DatabaseSync, StatementSync } from 'node:sqlite'

/** SQL run by this process. */
export interface StatementCounts {
  /** Prepared statements run and SQL texts executed. */
  statements: number
  /** Committed transactions, including implicit ones of single statements. */
  commits: number
}

type Method = (this: DatabaseSync | StatementSync, ...args: never[]) => unknown

/** Counts all SQL of this process from its creation until `stop`. */
export function countStatements(): { counts: StatementCounts; stop: () => void } {
  const counts: StatementCounts = { statements: 0, commits: 0 }
  const undo: (() => void)[] = []
  const wrap = (target: object, name: string, count: (args: unknown[]) => void): void => {
    const original: unknown = Reflect.get(target, name)
    if (typeof original !== 'function') throw new Error(`node:sqlite has no ${name}`)
    const counting: Method = function (...args) {
      count(args)
      return Reflect.apply(original, this, args)
    }
    Reflect.set(target, name, counting)
    undo.push(() => void Reflect.set(target, name, original))
  }
  for (const name of ['run', 'get', 'all', 'iterate'])
    wrap(StatementSync.prototype, name, () => void counts.statements++)
  wrap(DatabaseSync.prototype, 'exec', ([sql]) => {
    counts.statements++
    if (sql === 'COMMIT') counts.commits++
  })
  return { counts, stop: () => undo.forEach((one) => one()) }
}
