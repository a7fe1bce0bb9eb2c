import { effectsOf, usualEffect } from './effectsOf.ts'
import type { MoneyMove } from './MoneyMove.ts'
import type { Reading } from './Reading.ts'
import { solve } from './solve.ts'

/** Only whole dollars are paid in: a job with such a price can't be told from a payment. */
const DOLLAR = 1_000_000_000
/** A balance that shows no charge this long after the job ended is not merely out of date. */
const SETTLED_MS = 3_600_000

/**
 * Whether the newest reading (the last of `readings`) proves that the price of a failed job was refunded: the balance rose by
 * it since an earlier reading, or has stood as before the job for an hour, and nothing else can explain that.
 */
export function isRefundProven(
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
