import type { Database } from '../../storage/database/Database.ts'

/** Where a life ends: at its n-th statement, just before or just after it takes hold. */
export interface Death {
  statement: number
  after: boolean
}

export interface Mortal {
  database: Database
  isDead: () => boolean
  die: () => void
  /** Cancels the death that was planned. */
  spare: () => void
}

/** No write has room. */
export class DiskFull extends Error {
  override message = 'database or disk is full'
}

const STATEMENTS = new Set(['run', 'get', 'all', 'exec'])

/**
 * A database as one life of the studio sees it, up to its death. A transaction the death falls into is undone, as SIGKILL
 * would; statements after the death do nothing and return nothing.
 */
export function mortalDatabase(inner: Database, death: Death | null, isFull: () => boolean): Mortal {
  let dead = false
  let planned = death
  let asked = 0
  const nothing = (key: string): unknown => (key === 'run' ? 0 : key === 'all' ? [] : undefined)

  const statement = (key: string, method: (...args: unknown[]) => unknown, args: unknown[]): unknown => {
    if (dead) return nothing(key)
    const last = ++asked === planned?.statement
    if (last && !planned?.after) {
      dead = true
      return nothing(key)
    }
    if (key === 'run' && isFull()) throw new DiskFull()
    const answer = method.apply(inner, args)
    if (last) dead = true
    return answer
  }

  const transaction = (work: () => unknown): unknown => {
    if (dead) return work()
    const undo = new Error('dead')
    let answer: unknown
    try {
      return inner.transaction(() => {
        answer = work()
        if (dead) throw undo
        return answer
      })
    } catch (error) {
      if (error === undo) return answer
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
  return { database, isDead: () => dead, die: () => void (dead = true), spare: () => void (planned = null) }
}
