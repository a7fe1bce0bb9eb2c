import type { Database } from '../storage/Database.ts'
import type { Entry } from './Ledger.ts'
import { sumOf } from '../money/moneySums.ts'

/** A quarter of an hour never spans two days in any time zone. */
export const QUARTER_MS = 900_000
/** The row that holds what is used in all, of whatever time. */
export const EVER = -1
/** The row of all that every session used by itself: what it has grown by since a start is of the session begun then. */
const SITTINGS = -2

/** One job's price where the ledger last put it. */
export interface Standing {
  connectionId: string
  batchId: string | null
  collectionId: string | null
  entry: Entry
  amount: number
  at: number
  /** It was sent in an earlier session. Absent: in this one. */
  isEarlier?: boolean
}

type Kind = 'held' | 'used'

export const kindOf = (entry: Entry): Kind | null =>
  entry === 'quoted' ? 'held' : entry === 'accepted' || entry === 'uncertain' ? 'used' : null

/**
 * What is held by unsent jobs and what the service accepted, or may have, summed by connection, collection, batch and time as the ledger
 * is written: no check of a budget adds up what was.
 */
export class SpendSums {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  held(scope: string): number {
    return this.#one(scope, 'held')
  }

  /**
   * What unsent jobs may still come to: as held, but of a batch with a cap of its own no more than that leaves. `narrowed`
   * names the column of `batches` and the id that the scope is of.
   */
  reserved(scope: string, narrowed?: { column: 'connection_id' | 'collection_id'; id: string }): number {
    const row = this.#database.get(
      `SELECT ${sumOf('max(0, h.amount - max(0, b.cap - coalesce(u.amount, 0)))')} AS n
         FROM spend_sums h INDEXED BY spend_held CROSS JOIN batches b ON b.id = substr(h.scope, ${'batch:'.length + 1})
         LEFT JOIN spend_sums u ON u.scope = h.scope AND u.kind = 'used' AND u.quarter = ${EVER}
         WHERE h.kind = 'held' AND h.amount > 0 AND h.scope > 'batch:' AND h.scope < 'batch;' AND b.cap IS NOT NULL
           ${narrowed ? `AND b.${narrowed.column} = ?` : ''}`,
      ...(narrowed ? [narrowed.id] : []),
    )
    return Math.max(0, this.held(scope) - Number(row?.['n'] ?? 0))
  }

  /** In all, of whatever time. */
  used(scope: string): number {
    return this.#one(scope, 'used')
  }

  /** In all by every session for itself: what an earlier one used and gets back is not taken off. Grows and shrinks with this one's. */
  usedBySittings(): number {
    return this.#at('all', 'used', SITTINGS)
  }

  /** Since a moment at the beginning of a quarter of an hour; what the ledger dates later than now counts too. */
  usedSince(scope: string, at: number): number {
    const row = this.#database.get(
      `SELECT ${sumOf('amount')} AS n FROM spend_sums WHERE scope = ? AND kind = 'used' AND quarter >= ?`,
      scope,
      Math.floor(at / QUARTER_MS),
    )
    return Number(row?.['n'] ?? 0)
  }

  /** Moves sums from where jobs stood to where they stand; inside the transaction that writes the ledger. */
  move(from: readonly Standing[], to: readonly Standing[]): void {
    const changes = new Map<string, { scope: string; kind: Kind; quarter: number; amount: number }>()
    const add = (standing: Standing, sign: 1 | -1) => {
      for (const cell of cellsOf(standing)) {
        const key = `${cell.scope} ${cell.kind} ${cell.quarter}`
        const change = changes.get(key) ?? { ...cell, amount: 0 }
        changes.set(key, { ...change, amount: change.amount + sign * standing.amount })
      }
    }
    for (const standing of from) add(standing, -1)
    for (const standing of to) add(standing, 1)
    for (const { scope, kind, quarter, amount } of changes.values())
      if (amount !== 0)
        this.#database.run(
          `INSERT INTO spend_sums (scope, kind, quarter, amount) VALUES (?, ?, ?, ?)
             ON CONFLICT (scope, kind, quarter) DO UPDATE SET amount = amount + excluded.amount`,
          scope,
          kind,
          quarter,
          amount,
        )
  }

  #one(scope: string, kind: Kind): number {
    return Math.max(0, this.#at(scope, kind, EVER))
  }

  #at(scope: string, kind: Kind, quarter: number): number {
    const sql = `SELECT ${sumOf('amount')} AS amount FROM spend_sums WHERE scope = ? AND kind = ? AND quarter = ?`
    return Number(this.#database.get(sql, scope, kind, quarter)?.['amount'] ?? 0)
  }
}

function cellsOf({ connectionId, collectionId, batchId, entry, at, isEarlier = false }: Standing) {
  const kind = kindOf(entry)
  if (kind === null) return []
  const scopes = ['all', `connection:${connectionId}`]
  if (collectionId !== null) scopes.push(`collection:${collectionId}`)
  const all = [...scopes, ...(batchId === null ? [] : [`batch:${batchId}`])]
  const ever = all.map((scope) => ({ scope, kind, quarter: EVER }))
  if (kind === 'held') return ever
  const quarter = Math.floor(at / QUARTER_MS)
  const dated = scopes.map((scope) => ({ scope, kind, quarter }))
  return [...ever, ...dated, ...(isEarlier ? [] : [{ scope: 'all', kind, quarter: SITTINGS }])]
}
