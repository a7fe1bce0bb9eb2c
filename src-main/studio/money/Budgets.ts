import { budgetErrors } from '../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import { type Budget, type BudgetScope, type Money } from '../../../src-preload/contract/types/money.ts'
import type { ProblemParams } from '../../../src-preload/contract/problemParams.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { Notices } from '../app/createApp.ts'
import type { StudioEvents } from '../events.ts'
import { concernsScope, countsJob, exceeds, type JobOwner } from '../../../src-preload/shared/budgetScope.ts'
import { parseSpendScopeKey, spendScopeKey, type LimitSumScope } from './spend/scopeKeys.ts'
import { SpendSums, addMoney } from './spend/SpendSums.ts'
import type { Database } from '../storage/database/Database.ts'
import type { Clock } from '../world.ts'
import { dayStart, firstOfMonth, localDay } from './spend/calendar.ts'

/** The user is warned when this share of a limit is used. */
const NEAR_SHARE = 0.8

interface Dependencies {
  database: Database
  clock: Clock
  /** Shows once that a limit is nearly reached, and once that it is reached. */
  notices: Pick<Notices, 'add' | 'withdraw'>
  events: Pick<StudioEvents, 'emit' | 'emitToWindows'>
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
const wantedUnder = ({ kind }: BudgetScope, cost: ClickCost): Money =>
  kind === 'run' ? (cost.whole ?? amountOf(cost)) : amountOf(cost)

interface Limit {
  scope: BudgetScope
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
  /** Problems already reported, by the key of the scope. */
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

  set({ scope, cap }: { scope: BudgetScope; cap: Money | null }): Budget[] {
    const { database, events } = this.#dependencies
    const key = spendScopeKey(scope)
    if (cap === null) database.run('DELETE FROM budgets WHERE scope = ?', key)
    else
      database.run(
        'INSERT INTO budgets (scope, cap) VALUES (?, ?) ON CONFLICT (scope) DO UPDATE SET cap = excluded.cap',
        key,
        cap,
      )
    this.#withdraw(scope, Object.values(budgetErrors))
    this.#reported.delete(key)
    events.emit('budgetsChanged')
    events.emitToWindows({ type: 'queue.changed' })
    return this.list()
  }

  /**
   * Throws if a click exceeds a limit together with what is used and reserved. A click with jobs of several connections or
   * collections has one cost for each. @throws StudioError `budget_full` or `budget_unpriced`.
   */
  check(...costs: ClickCost[]): void {
    const afterwards: [Limit, Money][] = []
    for (const limit of this.#limits()) {
      const counted = costs.filter((cost) => countsJob(limit.scope, cost))
      if (counted.length === 0) continue
      const wanted = counted.map((cost) => wantedUnder(limit.scope, cost)).reduce(addMoney, 0)
      if (counted.some(({ prices }) => prices.includes(null)))
        throw new StudioError(this.#unpricedProblem(limit))
      const { used, reserved } = this.#state(limit)
      if (exceeds({ cap: limit.cap, used, reserved }, wanted))
        throw new StudioError(this.#fullProblem(limit, { used, reserved, wanted }))
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
      const { scope } = limit
      // The limit of the click was checked when it was enqueued.
      if (scope.kind === 'run' || !countsJob(scope, job)) continue
      if (job.price === null) return this.#refusal(this.#unpricedProblem(limit), limit)
      const used = this.#used(scope) + sending(ownerOf(scope))
      if (used + job.price > limit.cap) {
        const reserved = this.#reserved(scope)
        return this.#refusal(this.#fullProblem(limit, { used, reserved, wanted: job.price }), limit)
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
    return rows.map(({ scope, cap }) => ({ scope: parseSpendScopeKey(String(scope)), cap: Number(cap) }))
  }

  #state({ scope, cap }: Limit): Budget {
    const [used, reserved] = [this.#used(scope), this.#reserved(scope)]
    const state = used + reserved >= cap ? 'full' : used + reserved >= NEAR_SHARE * cap ? 'near' : 'fine'
    return { scope, cap, used, reserved, state }
  }

  #reserved(scope: BudgetScope): Money {
    return scope.kind === 'run' ? 0 : this.#sums.reserved(sumScopeOf(scope))
  }

  #used(scope: BudgetScope): Money {
    switch (scope.kind) {
      case 'run':
        return 0
      case 'session':
        return Math.max(0, this.#sums.usedBySessions() - this.#usedByEarlierSessions)
      case 'day':
        return this.#usedInThis('day', scope)
      case 'month':
      case 'connection':
      case 'collection':
        return this.#usedInThis('month', scope)
    }
  }

  #usedInThis(unit: 'day' | 'month', scope: BudgetScope): Money {
    const { clock, timeZone } = this.#dependencies
    return Math.max(0, this.#sums.usedSince(sumScopeOf(scope), localStart(unit, clock.now(), timeZone)))
  }

  #withdraw(scope: BudgetScope, codes: readonly Problem['code'][]): void {
    this.#dependencies.notices.withdraw(
      (problem) => codes.includes(problem.code) && concernsScope(problem, scope),
    )
  }

  #reportNear(limit: Limit, used: number): void {
    if (used < NEAR_SHARE * limit.cap || limit.scope.kind === 'run') return
    const { scope } = limit
    const params = { ...this.#paramsOf(limit), used }
    this.#reportOnce({ code: budgetErrors.near, money: 'none', params, limit: { scope } }, limit)
  }

  #refusal(problem: Problem, limit: Limit): BudgetRefusal {
    this.#withdraw(limit.scope, [budgetErrors.near])
    this.#reportOnce(problem, limit)
    return { scope: limit.scope.kind === 'collection' ? 'collection' : 'connection', problem }
  }

  #fullProblem(limit: Limit, sums: { used: Money; reserved: Money; wanted: Money }): Problem {
    return {
      code: budgetErrors.full,
      money: 'not_charged',
      params: { ...this.#paramsOf(limit), ...sums },
      limit: { scope: limit.scope, wanted: sums.wanted },
    }
  }

  #unpricedProblem(limit: Limit): Problem {
    return {
      code: budgetErrors.unpriced,
      money: 'not_charged',
      params: this.#paramsOf(limit),
      limit: { scope: limit.scope },
    }
  }

  /** What messages about a limit mention, with the name of its collection. */
  #paramsOf({ scope, cap }: Limit): ProblemParams['budget_unpriced'] {
    const params = { scope: scope.kind, cap }
    if (scope.kind !== 'collection') return params
    const row = this.#dependencies.database.get('SELECT name FROM collections WHERE id = ?', scope.id)
    return { ...params, name: String(row?.['name'] ?? '') }
  }

  /** Reports once per limit and day, and again after the user changed the limit. */
  #reportOnce(problem: Problem, limit: Limit): void {
    const { clock, timeZone, notices } = this.#dependencies
    const limitKey = spendScopeKey(limit.scope)
    const reportKey = `${problem.code} ${limit.cap} ${localStart('day', clock.now(), timeZone)}`
    const reported = this.#reported.get(limitKey) ?? new Set()
    if (reported.has(reportKey)) return
    this.#reported.set(limitKey, reported.add(reportKey))
    notices.add(problem)
  }
}

/** The jobs that a limit counts. */
const sumScopeOf = (scope: BudgetScope): LimitSumScope => ('id' in scope ? scope : { kind: 'all' })

function ownerOf(scope: BudgetScope): Partial<JobOwner> {
  if (!('id' in scope)) return {}
  return scope.kind === 'connection' ? { connectionId: scope.id } : { collectionId: scope.id }
}

/** The start of the local day or month of a time, in milliseconds. */
function localStart(unit: 'day' | 'month', now: number, timeZone?: string): number {
  const today = localDay(now, timeZone)
  return dayStart(unit === 'day' ? today : firstOfMonth(today), timeZone)
}
