import type { Database } from '../../storage/database/Database.ts'
import { ALL_TIME, QUARTER_HOUR_MS } from '../../storage/database/spendQuarters.ts'
import { type LimitSumScope, spendScopeKey, type SumScope } from './scopeKeys.ts'

/**
 * What happened to the price of a job. The last entry of a job applies. `quoted`: reserved by an unsent job. `accepted`: the service
 * accepted the job. `uncertain`: the response was lost. `unconfirmed`: it failed, and the service did not say whether it refunded the
 * price. `refunded`: it failed and the price was refunded. `released`: no longer reserved, because the job was cancelled,
 * rejected or quoted again.
 */
export type LedgerEntry = 'quoted' | 'accepted' | 'uncertain' | 'unconfirmed' | 'refunded' | 'released'

/** The `quarter` of the row with the sum of all sessions. Its growth during a session is what that session used. */
const ALL_SESSIONS = -2

/** The price of a job, or of several jobs with the same last ledger entry. */
export interface JobAmount {
  connectionId: string
  batchId: string | null
  collectionId: string | null
  entry: LedgerEntry
  amount: number
  at: number
  /** Whether it was sent in an earlier session. Absent: in this one. */
  isFromEarlierSession?: boolean
}

/** `unsent`: quotes of unsent jobs. `used`: quotes of jobs that the service accepted or may have accepted. */
type SumKind = 'unsent' | 'used'

/** The sum that a ledger entry counts towards; null for an entry that counts towards none. */
export const sumKindOf = (entry: LedgerEntry): SumKind | null =>
  entry === 'quoted' ? 'unsent' : entry === 'accepted' || entry === 'uncertain' ? 'used' : null

/**
 * Sums of the quotes of unsent, accepted and possibly accepted jobs by connection, collection, batch and time, updated with the
 * ledger, so that checking a limit adds up no history.
 */
export class SpendSums {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** The sum of the quotes of unsent jobs. */
  unsent(scope: SumScope): number {
    return this.#allTime(scope, 'unsent')
  }

  /**
   * What unsent jobs may still cost: the sum of their quotes, where a batch with its own limit counts at most what is left of that
   * limit.
   */
  reserved(scope: LimitSumScope): number {
    const [condition, ids] = 'id' in scope ? [`AND batches.${scope.kind}_id = ?`, [scope.id]] : ['', []]
    const row = this.#database.get(
      `SELECT ${cappedSumSql('max(0, unsent.amount - max(0, batches.cap - coalesce(used.amount, 0)))')} AS above_caps
         FROM spend_sums AS unsent INDEXED BY spend_unsent
         CROSS JOIN batches ON batches.id = substr(unsent.scope, ${'batch:'.length + 1})
         LEFT JOIN spend_sums AS used ON used.scope = unsent.scope AND used.kind = 'used' AND used.quarter = ${ALL_TIME}
         WHERE unsent.kind = 'unsent' AND unsent.amount > 0 AND unsent.scope > 'batch:' AND unsent.scope < 'batch;'
           AND batches.cap IS NOT NULL ${condition}`,
      ...ids,
    )
    return Math.max(0, this.unsent(scope) - Number(row?.['above_caps'] ?? 0))
  }

  /** The sum of the prices of all accepted and possibly accepted jobs. */
  used(scope: SumScope): number {
    return this.#allTime(scope, 'used')
  }

  /** The sum of all sessions; refunds of jobs of earlier sessions don't change it. */
  usedBySessions(): number {
    return this.#read({ kind: 'all' }, 'used', ALL_SESSIONS)
  }

  /** The sum since the quarter of an hour that `at` is in; entries dated in the future count too. */
  usedSince(scope: SumScope, at: number): number {
    const row = this.#database.get(
      `SELECT ${cappedSumSql('amount')} AS total FROM spend_sums WHERE scope = ? AND kind = 'used' AND quarter >= ?`,
      spendScopeKey(scope),
      Math.floor(at / QUARTER_HOUR_MS),
    )
    return Number(row?.['total'] ?? 0)
  }

  /** Moves amounts between the sums when jobs change; call it in the transaction that writes the ledger. */
  move(from: readonly JobAmount[], to: readonly JobAmount[]): void {
    const changes = new Map<string, { scope: string; kind: SumKind; quarter: number; amount: number }>()
    const add = (job: JobAmount, sign: 1 | -1) => {
      for (const row of rowsOf(job)) {
        const key = `${row.scope} ${row.kind} ${row.quarter}`
        const change = changes.get(key) ?? { ...row, amount: 0 }
        changes.set(key, { ...change, amount: change.amount + sign * job.amount })
      }
    }
    for (const jobAmount of from) add(jobAmount, -1)
    for (const jobAmount of to) add(jobAmount, 1)
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

  #allTime(scope: SumScope, kind: SumKind): number {
    return Math.max(0, this.#read(scope, kind, ALL_TIME))
  }

  #read(scope: SumScope, kind: SumKind, quarter: number): number {
    const sql = `SELECT ${cappedSumSql('amount')} AS amount FROM spend_sums WHERE scope = ? AND kind = ? AND quarter = ?`
    return Number(this.#database.get(sql, spendScopeKey(scope), kind, quarter)?.['amount'] ?? 0)
  }
}

/** The rows of `spend_sums` that count a job. */
function rowsOf({ connectionId, collectionId, batchId, entry, at, isFromEarlierSession = false }: JobAmount) {
  const kind = sumKindOf(entry)
  if (kind === null) return []
  const scopes = [spendScopeKey({ kind: 'all' }), spendScopeKey({ kind: 'connection', id: connectionId })]
  if (collectionId !== null) scopes.push(spendScopeKey({ kind: 'collection', id: collectionId }))
  const all = [...scopes, ...(batchId === null ? [] : [spendScopeKey({ kind: 'batch', id: batchId })])]
  const allTime = all.map((scope) => ({ scope, kind, quarter: ALL_TIME }))
  if (kind === 'unsent') return allTime
  const quarter = Math.floor(at / QUARTER_HOUR_MS)
  const dated = scopes.map((scope) => ({ scope, kind, quarter }))
  return [
    ...allTime,
    ...dated,
    ...(isFromEarlierSession ? [] : [{ scope: spendScopeKey({ kind: 'all' }), kind, quarter: ALL_SESSIONS }]),
  ]
}

/** The largest integer that a number holds exactly and the database driver reads without an error. */
const MAX_SUM = Number.MAX_SAFE_INTEGER

/** SQL for the sum of a column of amounts; 0 without rows. A larger sum is capped at the largest exact integer. */
export const cappedSumSql = (column: string): string =>
  `max(-${MAX_SUM}, min(${MAX_SUM}, coalesce(sum(${column}), 0)))`

/** Adds amounts of nano-dollars. The sum is clamped between 0 and the largest exact integer, so that it is valid money. */
export const addMoney = (sum: number, amount: number): number => Math.max(0, Math.min(MAX_SUM, sum + amount))
