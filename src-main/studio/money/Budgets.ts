import { budgetErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import {
  budgetScopeSchema,
  type Budget,
  capSchema,
  type Money,
} from '../../../src-preload/contract/types/money.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import { SpendSums, addMoney } from './spend/SpendSums.ts'
import type { Database } from '../storage/database/Database.ts'
import type { Clock } from '../world.ts'
import { localDay } from './spend/calendar.ts'

/** The user is warned when this share of a limit is used. */
const NEAR_SHARE = 0.8

interface Dependencies {
  database: Database
  clock: Clock
  /** Called once when a limit is nearly reached and once when it is reached. */
  report: (problem: Problem) => void
  /** Withdraws notices about a scope with these codes. */
  withdraw: (scope: string, codes: readonly string[]) => void
  /** Called when a limit was set or removed, so that held jobs are checked again. */
  onChange: () => void
  /** IANA name; default: that of the system. */
  timeZone?: string
}

/** What one click may cost. */
export interface ClickCost extends JobOwner {
  /** The prices of its jobs; null for a job without a price. */
  prices: readonly (Money | null)[]
  /** The spending cap of the batch that the click enqueues. */
  cap?: Money | null
  /** The cost of the whole run, if the click only increases it by `prices`. */
  whole?: Money
}

const amountOf = ({ prices, cap = null }: ClickCost): Money => {
  const sum = prices.reduce<number>((all, price) => addMoney(all, price ?? 0), 0)
  return cap === null ? sum : Math.min(sum, cap)
}

/** What a limit compares with its cap besides what is used and reserved: the whole run for the limit per run, which counts neither. */
const wantedUnder = ({ kind }: Scope, cost: ClickCost): Money =>
  kind === 'run' ? (cost.whole ?? amountOf(cost)) : amountOf(cost)

/** The connection and the collection whose limits count a job. */
interface JobOwner {
  connectionId: string
  collectionId: string | null
}

/** What a limit applies to: one click (`run`), one session, a period, or the jobs of one connection or collection. */
type Scope = { kind: 'run' | 'session' | 'day' | 'month' } | { kind: 'connection' | 'collection'; id: string }

interface Limit {
  /** As it is stored and sent to the window. */
  scope: string
  parsedScope: Scope
  cap: Money
}

/** Why a job may not be sent now. `scope`: whether this holds for all jobs of its connection, or only for those of its collection. */
export interface BudgetRefusal {
  scope: 'connection' | 'collection'
  problem: Problem
}

/**
 * Spending limits. They are checked when jobs are enqueued, which reserves their prices, and again before each job is sent. Days and
 * months follow the times in the ledger. Entries dated in the future count too, so that setting the clock back frees nothing.
 */
export class Budgets {
  readonly #dependencies: Dependencies
  readonly #sums: SpendSums
  #usedByEarlierSessions = 0
  /** Problems already reported, by scope. */
  readonly #reported = new Map<string, Set<string>>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#sums = new SpendSums(dependencies.database)
    this.startSession()
  }

  /** As `Ledger.startSession`. */
  startSession(): void {
    this.#usedByEarlierSessions = this.#sums.usedBySessions()
  }

  list(): Budget[] {
    return this.#limits().map((limit) => this.#state(limit))
  }

  /** @throws StudioError `invalid_input` for an unknown scope or an invalid limit. */
  set({ scope, cap }: { scope: string; cap: Money | null }): Budget[] {
    const { database, withdraw, onChange } = this.#dependencies
    if (!capSchema.nullable().safeParse(cap).success || !budgetScopeSchema.safeParse(scope).success)
      throw new StudioError({ code: 'invalid_input', money: 'none', params: { scope } })
    if (cap === null) database.run('DELETE FROM budgets WHERE scope = ?', scope)
    else
      database.run(
        'INSERT INTO budgets (scope, cap) VALUES (?, ?) ON CONFLICT (scope) DO UPDATE SET cap = excluded.cap',
        scope,
        cap,
      )
    withdraw(scope, Object.values(budgetErrors))
    this.#reported.delete(scope)
    onChange()
    return this.list()
  }

  /**
   * Throws if a click exceeds a limit together with what is used and reserved. A click with jobs of several connections or
   * collections has one cost for each. @throws StudioError `budget_full` or `budget_unpriced`.
   */
  check(...costs: ClickCost[]): void {
    const afterwards: [Limit, Money][] = []
    for (const limit of this.#limits()) {
      const counted = costs.filter((cost) => countsJob(limit.parsedScope, cost))
      if (counted.length === 0) continue
      const wanted = counted.map((cost) => wantedUnder(limit.parsedScope, cost)).reduce(addMoney, 0)
      if (counted.some(({ prices }) => prices.includes(null)))
        throw new StudioError(this.#withCollectionName(unpricedProblem(limit), limit))
      const { used, reserved } = this.#state(limit)
      if (used + reserved + wanted > limit.cap)
        throw new StudioError(this.#withCollectionName(fullProblem(limit, { used, reserved, wanted }), limit))
      afterwards.push([limit, used + reserved + wanted])
    }
    for (const [limit, used] of afterwards) this.#reportNear(limit, used)
  }

  /** Null if the job may be sent now. `sending`: sums the prices of jobs that are being sent. */
  admit(
    job: JobOwner & { price: Money | null },
    sending: (owner: Partial<JobOwner>) => Money,
  ): BudgetRefusal | null {
    const afterwards: [Limit, Money][] = []
    for (const limit of this.#limits()) {
      const { parsedScope } = limit
      // The limit of the click was checked when it was enqueued.
      if (parsedScope.kind === 'run' || !countsJob(parsedScope, job)) continue
      if (job.price === null) return this.#refusal(unpricedProblem(limit), limit)
      const used = this.#used(limit) + sending(ownerOf(parsedScope))
      if (used + job.price > limit.cap) {
        const reserved = this.#reserved(limit)
        return this.#refusal(fullProblem(limit, { used, reserved, wanted: job.price }), limit)
      }
      afterwards.push([limit, used + job.price])
    }
    for (const [limit, used] of afterwards) this.#reportNear(limit, used)
    return null
  }

  #limits(): Limit[] {
    // The limit of a deleted collection comes back if its deletion is undone.
    const rows = this.#dependencies.database.all(
      `SELECT scope, cap FROM budgets
         WHERE scope NOT IN (SELECT 'collection:' || id FROM collections WHERE deleted_name IS NOT NULL) ORDER BY scope`,
    )
    return rows.map(({ scope, cap }) => ({
      scope: String(scope),
      parsedScope: parseScope(String(scope)),
      cap: Number(cap),
    }))
  }

  #state(limit: Limit): Budget {
    const { scope, parsedScope, cap } = limit
    const [used, reserved] = parsedScope.kind === 'run' ? [0, 0] : [this.#used(limit), this.#reserved(limit)]
    const state = used + reserved >= cap ? 'full' : used + reserved >= NEAR_SHARE * cap ? 'near' : 'fine'
    return { scope, cap, used, reserved, state }
  }

  #reserved({ scope, parsedScope }: Limit): Money {
    if (parsedScope.kind === 'connection')
      return this.#sums.reserved(scope, { column: 'connection_id', id: parsedScope.id })
    if (parsedScope.kind === 'collection')
      return this.#sums.reserved(scope, { column: 'collection_id', id: parsedScope.id })
    return this.#sums.reserved('all')
  }

  #used({ scope, parsedScope }: Limit): Money {
    const { clock, timeZone } = this.#dependencies
    if (parsedScope.kind === 'session')
      return Math.max(0, this.#sums.usedBySessions() - this.#usedByEarlierSessions)
    const start = localStart(parsedScope.kind === 'day' ? 'day' : 'month', clock.now(), timeZone)
    return Math.max(0, this.#sums.usedSince('id' in parsedScope ? scope : 'all', start))
  }

  #reportNear(limit: Limit, used: number): void {
    if (used < NEAR_SHARE * limit.cap || limit.parsedScope.kind === 'run') return
    this.#reportOnce(
      { code: budgetErrors.near, money: 'none', params: { scope: limit.scope, cap: limit.cap, used } },
      limit,
    )
  }

  #refusal(problem: Problem, limit: Limit): BudgetRefusal {
    const named = this.#withCollectionName(problem, limit)
    this.#dependencies.withdraw(limit.scope, [budgetErrors.near])
    this.#reportOnce(named, limit)
    return { scope: limit.parsedScope.kind === 'collection' ? 'collection' : 'connection', problem: named }
  }

  /** Adds the name of the collection to a problem, for display. */
  #withCollectionName(problem: Problem, { parsedScope }: Limit): Problem {
    if (parsedScope.kind !== 'collection') return problem
    const row = this.#dependencies.database.get('SELECT name FROM collections WHERE id = ?', parsedScope.id)
    return { ...problem, params: { ...problem.params, name: String(row?.['name'] ?? '') } }
  }

  /** Reports once per limit and day, and again after the user changed the limit. */
  #reportOnce(problem: Problem, limit: Limit): void {
    const { scope, cap } = limit
    const { clock, timeZone, report } = this.#dependencies
    const key = `${problem.code} ${cap} ${localStart('day', clock.now(), timeZone)}`
    const reported = this.#reported.get(scope) ?? new Set()
    if (reported.has(key)) return
    this.#reported.set(scope, reported.add(key))
    report(this.#withCollectionName(problem, limit))
  }
}

function parseScope(scope: string): Scope {
  const [, kind, id = ''] = /^(connection|collection):(.*)$/su.exec(scope) ?? []
  if (kind === 'connection' || kind === 'collection') return { kind, id }
  if (scope === 'run' || scope === 'session' || scope === 'day' || scope === 'month') return { kind: scope }
  throw new Error(`Unknown scope of a limit: ${scope}`)
}

/** Whether a limit counts a job. */
function countsJob(scope: Scope, { connectionId, collectionId }: JobOwner): boolean {
  if (!('id' in scope)) return true
  return scope.id === (scope.kind === 'connection' ? connectionId : collectionId)
}

function ownerOf(scope: Scope): Partial<JobOwner> {
  if (!('id' in scope)) return {}
  return scope.kind === 'connection' ? { connectionId: scope.id } : { collectionId: scope.id }
}

const fullProblem = (
  { scope, cap }: Limit,
  sums: { used: number; reserved: number; wanted: number },
): Problem => ({
  code: budgetErrors.full,
  money: 'not_charged',
  params: { scope, cap, ...sums },
})

const unpricedProblem = ({ scope, cap }: Limit): Problem => ({
  code: budgetErrors.unpriced,
  money: 'not_charged',
  params: { scope, cap },
})

const QUARTER_HOUR_MS = 900_000
const DAY_MS = 86_400_000

/** The start of the local day or month of a time, in milliseconds. In all time zones it is at a multiple of a quarter of an hour. */
function localStart(unit: 'day' | 'month', now: number, timeZone?: string): number {
  const length = unit === 'day' ? 10 : 7
  const name = localDay(now, timeZone).slice(0, length)
  let inside = Math.floor(now / QUARTER_HOUR_MS)
  let before = inside - ((unit === 'day' ? 2 : 33) * DAY_MS) / QUARTER_HOUR_MS
  while (inside - before > 1) {
    const middle = Math.floor((inside + before) / 2)
    if (localDay(middle * QUARTER_HOUR_MS, timeZone).startsWith(name)) inside = middle
    else before = middle
  }
  return inside * QUARTER_HOUR_MS
}
