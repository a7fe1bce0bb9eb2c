import type { BalanceHint } from '../../../../src-preload/contract/types/balance.ts'
import { effectsOf, usualEffect } from './effectsOf.ts'
import type { MoneyMove } from './MoneyMove.ts'
import type { Reading } from './Reading.ts'
import { solve } from './solve.ts'

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
