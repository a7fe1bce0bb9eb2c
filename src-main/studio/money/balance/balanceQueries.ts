import type { BalanceHint, BalanceSpan } from '../../../../src-preload/contract/types/balance.ts'
import type { Database } from '../../storage/database/Database.ts'
import { BalanceTable, type Material } from './BalanceTable.ts'
import { resolutionOf } from './reconcile.ts'
import { spansOf } from './spansOf.ts'
import { effectsOf, usualEffect } from './effectsOf.ts'
import type { MoneyMove } from './MoneyMove.ts'
import type { Reading } from './Reading.ts'
import { solve } from './solve.ts'

/** What the readings of a balance say about jobs. Each reads all jobs between the readings, and so runs in the query thread. */
export const balanceQueries = {
  *'balance.spans'(database: Database, connectionId: string): Generator<void, BalanceSpan[]> {
    const { readings, moves } = yield* new BalanceTable(database).material(connectionId)
    return spansOf(readings, moves)
  },

  *'balance.hints'(database: Database): Generator<void, BalanceHint[]> {
    const table = new BalanceTable(database)
    const known = new Map<string, Material>()
    const hints: BalanceHint[] = []
    for (const { id, connectionId } of table.undecided()) {
      const material = known.get(connectionId) ?? (yield* table.material(connectionId))
      known.set(connectionId, material)
      const { readings, moves } = material
      const job = moves.find((move) => move.id === id)
      const suggests = job ? hintOf(job, readings, moves, resolutionOf(readings)) : null
      if (suggests !== null) hints.push({ id, suggests })
      yield
    }
    return hints
  },

  /** Failed jobs that the newest reading proves to be refunded although the service did not say so. */
  *'balance.provenRefunds'(database: Database, connectionId: string): Generator<void, string[]> {
    const { readings, moves } = yield* new BalanceTable(database).material(connectionId)
    const resolution = resolutionOf(readings)
    return moves
      .filter((move) => move.outcome === 'unconfirmed' && isRefundProven(move, readings, moves, resolution))
      .map(({ id }) => id)
  },
}

/** Only whole dollars are paid in: a job with such a price can't be told from a payment. */
const DOLLAR = 1_000_000_000
/** A balance that shows no charge this long after the job ended is not merely out of date. */
const SETTLED_MS = 3_600_000

/**
 * Whether the newest reading (the last of `readings`) proves that the price of a failed job was refunded: the balance rose by
 * it since an earlier reading, or has stood as before the job for an hour, and nothing else can explain that.
 */
function isRefundProven(
  job: MoneyMove,
  readings: readonly Reading[],
  moves: readonly MoneyMove[],
  resolution: number,
): boolean {
  const [previous, newest] = [readings.at(-2), readings.at(-1)]
  const { endedAt } = job
  if (!previous || !newest || endedAt === null || newest.askedAt < endedAt) return false
  if (job.amount === 0 || job.amount % DOLLAR === 0) return false
  const explains = (before: Reading, amount: number): boolean => {
    const others = moves
      .filter(({ id }) => id !== job.id)
      .map((move) => ({
        amount: move.amount,
        effects: effectsOf(move, before, newest),
        usual: usualEffect(move, before, newest),
      }))
      .filter(({ effects }) => effects.some((effect) => effect !== 0))
    const fell = before.balance - newest.balance
    return solve(others, (sum) => Math.abs(fell - amount - sum) <= resolution) !== 'none'
  }
  const rose = (before: Reading): boolean =>
    explains(before, -job.amount) && !explains(before, 0) && !explains(before, job.amount)
  if (previous.at > job.sentAt && rose(previous)) return true
  const untouched = readings.findLast(({ at }) => at < job.sentAt)
  if (!untouched || newest.askedAt < endedAt + SETTLED_MS) return false
  return explains(untouched, 0) && !explains(untouched, job.amount)
}

/** So long after its answer was lost a service may still be at work on the request. */
const CALM_MS = 20_000
/** Readings looked at before it is left open. */
const MAX_READINGS = 30

/**
 * What the balance suggests about a job whose answer was lost: charged where no way without its quote explains how the balance
 * moved, not charged where no way with it does. Null wherever both may be, or where something else moved the balance too.
 */
export function hintOf(
  job: MoneyMove,
  readings: readonly Reading[],
  moves: readonly MoneyMove[],
  resolution: number,
): BalanceHint['suggests'] | null {
  if (job.amount === 0) return null
  const before = readings.findLast(({ at }) => at < job.sentAt)
  if (!before) return null
  const later = readings.filter(({ askedAt }) => askedAt >= job.answeredAt + CALM_MS).slice(0, MAX_READINGS)
  for (const after of later) {
    const fell = before.balance - after.balance
    const others = moves
      .filter(({ id }) => id !== job.id)
      .map((move) => ({
        amount: move.amount,
        effects: effectsOf(move, before, after),
        usual: usualEffect(move, before, after),
      }))
      .filter(({ effects }) => effects.some((effect) => effect !== 0))
    const can = (amount: number): boolean =>
      solve(others, (sum) => Math.abs(fell - amount - sum) <= resolution) !== 'none'
    const [charged, free] = [can(job.amount), can(0)]
    if (charged !== free) return charged ? 'charged' : 'not_charged'
    // Neither: money was paid in or taken otherwise, and later readings only add to that.
    if (!charged) return null
  }
  return null
}
