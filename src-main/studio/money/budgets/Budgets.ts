import { budgetErrors, StudioError } from '../../../../src-preload/contract/errors.ts'
import { budgetScopeSchema, type Budget } from '../../../../src-preload/contract/types/budget.ts'
import { capSchema, type Money } from '../../../../src-preload/contract/types/money.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { SpendSums } from '../spend/SpendSums.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Clock } from '../../world.ts'
import { addMoney } from '../moneySums.ts'
import { localDay } from '../spend/calendar.ts'

const NEAR = 0.8

interface Dependencies {
  database: Database
  clock: Clock
  /** Called once when a limit is nearly reached and once when it is reached. */
  report: (problem: Problem) => void
  /** Withdraws notices about a scope with these codes. */
  withdraw: (scope: string, codes: readonly string[]) => void
  /** Called when a limit was set or removed, so that held jobs are checked again. */
  onChange: () => void
  /** IANA name; the system's own where left out. */
  timeZone?: string
}

/** What one click adds: the quotes of its jobs; null for a job without a price. */
export interface Wanted extends Whose {
  prices: readonly (Money | null)[]
  /** The limit of this click itself. */
  cap?: Money | null
}

/** The connection and collection that a job counts for. */
interface Whose {
  connectionId: string
  collectionId: string | null
}

/** What a limit counts: one click, one session, a period, or the jobs of one connection or collection. */
type Scope = { kind: 'run' | 'session' | 'day' | 'month' } | { kind: 'connection' | 'collection'; id: string }

interface Cap {
  /** As it is stored and sent to the window. */
  scope: string
  counts: Scope
  cap: Money
}

/** Why a job may not be sent now, and which of its scopes other jobs share that reason. */
export interface BudgetRefusal {
  holds: 'connection' | 'collection'
  problem: Problem
}

/**
 * Limits on spending. Checked when jobs are enqueued, which reserves their quotes, and again before each is sent. Days and
 * months follow the ledger's times; entries dated in the future count as now, so that setting the clock back frees nothing.
 */
export class Budgets {
  readonly #dependencies: Dependencies
  readonly #sums: SpendSums
  readonly #usedBefore: number
  /** By scope. */
  readonly #reported = new Map<string, Set<string>>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#sums = new SpendSums(dependencies.database)
    this.#usedBefore = this.#sums.usedBySessions()
  }

  list(): Budget[] {
    return this.#caps().map((cap) => this.#state(cap))
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
   * Throws if a click exceeds a limit together with what is used and reserved. @throws StudioError `budget_full` or
   * `budget_unpriced`.
   */
  check({ prices, cap: most = null, ...whose }: Wanted): void {
    const sum = prices.reduce<number>((all, price) => addMoney(all, price ?? 0), 0)
    const wanted = most === null ? sum : Math.min(sum, most)
    for (const cap of this.#caps()) {
      if (!concerns(cap.counts, whose)) continue
      if (prices.includes(null)) throw new StudioError(this.#named(unpriced(cap), cap))
      const { used, held } = this.#state(cap)
      if (used + held + wanted > cap.cap)
        throw new StudioError(this.#named(full(cap, { used, held, wanted }), cap))
      this.#tellNear(cap, used + held + wanted)
    }
  }

  /** Null if the job may be sent now. `sending`: the quotes of jobs that are being sent. */
  admit(
    job: Whose & { price: Money | null },
    sending: (whose: Partial<Whose>) => Money,
  ): BudgetRefusal | null {
    for (const cap of this.#caps()) {
      const { counts } = cap
      // The limit of the click was checked when it was enqueued.
      if (counts.kind === 'run' || !concerns(counts, job)) continue
      if (job.price === null) return this.#refusal(unpriced(cap), cap)
      const used = this.#used(cap) + sending(whoseOf(counts))
      if (used + job.price > cap.cap) {
        const held = this.#held(cap)
        return this.#refusal(full(cap, { used, held, wanted: job.price }), cap)
      }
      this.#tellNear(cap, used + job.price)
    }
    return null
  }

  #caps(): Cap[] {
    const rows = this.#dependencies.database.all('SELECT scope, cap FROM budgets ORDER BY scope')
    return rows.map(({ scope, cap }) => ({
      scope: String(scope),
      counts: parseScope(String(scope)),
      cap: Number(cap),
    }))
  }

  #state(limit: Cap): Budget {
    const { scope, counts, cap } = limit
    const [used, held] = counts.kind === 'run' ? [0, 0] : [this.#used(limit), this.#held(limit)]
    const state = used + held >= cap ? 'full' : used + held >= NEAR * cap ? 'near' : 'fine'
    return { scope, cap, used, held, state }
  }

  #held({ scope, counts }: Cap): Money {
    if (counts.kind === 'connection')
      return this.#sums.reserved(scope, { column: 'connection_id', id: counts.id })
    if (counts.kind === 'collection')
      return this.#sums.reserved(scope, { column: 'collection_id', id: counts.id })
    return this.#sums.reserved('all')
  }

  #used({ scope, counts }: Cap): Money {
    const { clock, timeZone } = this.#dependencies
    if (counts.kind === 'session') return Math.max(0, this.#sums.usedBySessions() - this.#usedBefore)
    const start = localStart(counts.kind === 'day' ? 'day' : 'month', clock.now(), timeZone)
    return Math.max(0, this.#sums.usedSince('id' in counts ? scope : 'all', start))
  }

  #tellNear(cap: Cap, used: number): void {
    if (used < NEAR * cap.cap || cap.counts.kind === 'run') return
    this.#tellOnce(
      { code: budgetErrors.near, money: 'none', params: { scope: cap.scope, cap: cap.cap, used } },
      cap,
    )
  }

  #refusal(problem: Problem, cap: Cap): BudgetRefusal {
    const named = this.#named(problem, cap)
    this.#dependencies.withdraw(cap.scope, [budgetErrors.near])
    this.#tellOnce(named, cap)
    return { holds: cap.counts.kind === 'collection' ? 'collection' : 'connection', problem: named }
  }

  /** Adds the name of its collection for display. */
  #named(problem: Problem, { counts }: Cap): Problem {
    if (counts.kind !== 'collection') return problem
    const row = this.#dependencies.database.get('SELECT name FROM collections WHERE id = ?', counts.id)
    return { ...problem, params: { ...problem.params, name: String(row?.['name'] ?? '') } }
  }

  /** Reports once per limit and day, and again after the user changed the limit. */
  #tellOnce(problem: Problem, limit: Cap): void {
    const { scope, cap } = limit
    const { clock, timeZone, report } = this.#dependencies
    const key = `${problem.code} ${cap} ${localStart('day', clock.now(), timeZone)}`
    const reported = this.#reported.get(scope) ?? new Set()
    if (reported.has(key)) return
    this.#reported.set(scope, reported.add(key))
    report(this.#named(problem, limit))
  }
}

function parseScope(scope: string): Scope {
  const [, kind, id = ''] = /^(connection|collection):(.*)$/su.exec(scope) ?? []
  if (kind === 'connection' || kind === 'collection') return { kind, id }
  if (scope === 'run' || scope === 'session' || scope === 'day' || scope === 'month') return { kind: scope }
  throw new Error(`Unknown scope of a limit: ${scope}`)
}

/** Whether a limit counts a job. */
function concerns(scope: Scope, { connectionId, collectionId }: Whose): boolean {
  if (!('id' in scope)) return true
  return scope.id === (scope.kind === 'connection' ? connectionId : collectionId)
}

function whoseOf(scope: Scope): Partial<Whose> {
  if (!('id' in scope)) return {}
  return scope.kind === 'connection' ? { connectionId: scope.id } : { collectionId: scope.id }
}

const full = ({ scope, cap }: Cap, sums: { used: number; held: number; wanted: number }): Problem => ({
  code: budgetErrors.full,
  money: 'not_charged',
  params: { scope, cap, ...sums },
})

const unpriced = ({ scope, cap }: Cap): Problem => ({
  code: budgetErrors.unpriced,
  money: 'not_charged',
  params: { scope, cap },
})

const QUARTER_MS = 900_000
const DAY_MS = 86_400_000

/** The start of the local day or month of a time, in milliseconds. In all time zones it is a multiple of a quarter of an hour. */
function localStart(of: 'day' | 'month', now: number, timeZone?: string): number {
  const length = of === 'day' ? 10 : 7
  const name = localDay(now, timeZone).slice(0, length)
  let inside = Math.floor(now / QUARTER_MS)
  let before = inside - ((of === 'day' ? 2 : 33) * DAY_MS) / QUARTER_MS
  while (inside - before > 1) {
    const middle = Math.floor((inside + before) / 2)
    if (localDay(middle * QUARTER_MS, timeZone).startsWith(name)) inside = middle
    else before = middle
  }
  return inside * QUARTER_MS
}
