import type { Money } from '../../../../src-preload/contract/types/money.ts'
import { jobEffects } from './balanceEffects.ts'
import type { BalanceHistory, BalanceReading, BilledJob } from './BalanceTable.ts'
import { resolutionOf } from './reconcile.ts'

/** A fall of a balance by more than the quotes of all jobs that can have been charged in that time. */
export interface ExcessCharge {
  /** When the balance was read before it fell (ms since the epoch). */
  since: number
  /** By how much it fell. */
  fell: Money
  /** The sum of the quotes of those jobs. */
  quoted: Money
}

/** A service may book the charge of a job this long after the job ended. */
const LATE_BOOKING_MS = 120_000
/** A service may round each charge to a millionth of a dollar. Nano-dollars. */
const ROUNDING_PER_JOB = 1000

/**
 * The largest excess up to the newest reading; null if there is none. Never an alarm about what the ledger may explain: jobs in progress,
 * jobs whose charge or refund is unknown, late and rounded charges all count as charged. `since`: earlier readings are not compared;
 * `sending`: the sum of the quotes of jobs whose response is not known yet.
 */
export function findExcess(
  { readings, billedJobs }: BalanceHistory,
  { since, sending }: { since: number; sending: Money },
): ExcessCharge | null {
  const newest = readings.at(-1)
  if (!newest) return null
  const resolution = resolutionOf(readings)
  let largest: (ExcessCharge & { excess: number }) | null = null
  for (const before of spreadBack(readings.filter(({ receivedAt }) => receivedAt >= since))) {
    const fell = before.balance - newest.balance
    if (fell <= 0 || newest.requestedAt < before.receivedAt) continue
    const charged = possiblyCharged(billedJobs, before, newest)
    // The charge of a job without a price may be anything.
    if (charged.length === 0 || charged.some(({ amount }) => amount === 0)) continue
    const quoted = charged.reduce((sum, { amount }) => sum + amount, 0)
    const excess = fell - quoted - sending - resolution - ROUNDING_PER_JOB * charged.length
    if (excess > 0 && excess > (largest?.excess ?? 0))
      largest = { since: before.receivedAt, fell, quoted, excess }
  }
  return largest && { since: largest.since, fell: largest.fell, quoted: largest.quoted }
}

/** Readings before the newest at growing distances: with jobs always in progress, only a longer time shows what they cost. */
function spreadBack(readings: readonly BalanceReading[]): BalanceReading[] {
  const spread: BalanceReading[] = []
  for (let distance = 1; distance < readings.length; distance *= 2)
    spread.push(...readings.slice(-1 - distance).slice(0, 1))
  return [...spread, ...readings.slice(0, readings.length > 1 ? 1 : 0)]
}

/** The jobs that can have been charged between two readings. */
function possiblyCharged(
  billedJobs: readonly BilledJob[],
  before: BalanceReading,
  after: BalanceReading,
): BilledJob[] {
  const effective = new Set(
    jobEffects(billedJobs, before, after).flatMap(({ job, effects }) =>
      effects.includes(1) ? [job.id] : [],
    ),
  )
  return billedJobs.filter(
    ({ id, endedAt, sentAt }) =>
      effective.has(id) ||
      (endedAt !== null && sentAt <= after.receivedAt && endedAt > before.requestedAt - LATE_BOOKING_MS),
  )
}
