import type { BalanceSpanJob, BalanceSpan } from '../../../../src-preload/contract/types/balance.ts'
import { NANO_PER_DOLLAR } from '../../../../src-preload/shared/formatMoney.ts'
import type { BalanceReading, BilledJob } from './BalanceTable.ts'
import { type BalanceEffect, jobEffects, type Choice, solveSubsetSum } from './balanceEffects.ts'

const NANO_PER_CENT = NANO_PER_DOLLAR / 100
/** The smallest top-up, in nano-dollars. A smaller rise is more likely a refund. */
const MIN_TOP_UP = NANO_PER_DOLLAR

/** The change of a balance compared with the ledger, in nano-dollars. The fields are those of `BalanceSpan`. */
export interface Reconciliation {
  decrease: number
  expectedDecrease: number
  uncertain: number
  unexplained: number
  topUp: number
  jobs: BalanceSpanJob[]
}

/**
 * The unit to which a service rounds its balances, in nano-dollars: the largest power of ten that divides all of them, at most a cent.
 * The difference of two rounded balances is wrong by at most one unit.
 */
export function resolutionOf(readings: readonly BalanceReading[]): number {
  let unit = NANO_PER_CENT
  while (unit > 1 && readings.some(({ balance }) => balance % unit !== 0)) unit /= 10
  return unit
}

/**
 * Compares the difference between two readings with the jobs in the time between. For display only. If there are too many different sums
 * of the jobs to try all of them, any decrease that lies in their range counts as explained.
 */
export function reconcile(
  before: BalanceReading,
  after: BalanceReading,
  billedJobs: readonly BilledJob[],
  resolution: number,
): Reconciliation {
  const decrease = before.balance - after.balance
  const affected = jobEffects(billedJobs, before, after)
  const expectedDecrease = affected.reduce((sum, { job, expected }) => sum + expected * job.amount, 0)
  const uncertain = affected
    .filter(({ job }) => job.money === 'charge_unknown')
    .reduce((sum, { job }) => sum + job.amount, 0)
  const choices: Choice[] = affected.map(({ job, effects, expected }) => ({
    amount: job.amount,
    effects: effects.includes(expected) ? effects : [...effects, expected],
    expected,
  }))
  const differenceTo = (sum: number): number => Math.abs(decrease - sum)
  const exact = solveSubsetSum(choices, (sum) => differenceTo(sum) <= resolution, differenceTo)
  const isExplainedByJobs =
    isFound(exact) || (exact === 'undecided' && isInRange(choices, decrease, resolution))
  const topUpFor = (sum: number): number => sum - decrease
  const isTopUp = !isExplainedByJobs && topUpFor(expectedDecrease) >= MIN_TOP_UP
  // Users top up in whole dollars, so the cents of the change are charges.
  const withTopUp = isTopUp
    ? solveSubsetSum(choices, (sum) => isWholeDollars(topUpFor(sum), resolution), differenceTo)
    : 'none'
  const solution = isFound(exact) ? exact : isFound(withTopUp) ? withTopUp : null
  const best = solution ?? findLikeliestImprovement(choices, differenceTo)
  const topUp = isTopUp
    ? roundIfWholeDollars(topUpFor(isFound(withTopUp) ? withTopUp.sum : expectedDecrease), resolution)
    : 0
  return {
    decrease,
    expectedDecrease,
    uncertain,
    unexplained: isExplainedByJobs || isTopUp ? 0 : decrease - (best?.sum ?? expectedDecrease),
    topUp,
    jobs: affected.map(({ job, effects, expected }, index) => ({
      id: job.id,
      title: job.title,
      amount: job.amount,
      outcome: outcomeOf(job, effects, (isTopUp ? solution : best)?.effects[index] ?? expected),
    })),
  }
}

const isFound = <T extends object>(solution: T | 'none' | 'undecided'): solution is T =>
  typeof solution === 'object'

const isWholeDollars = (amount: number, resolution: number): boolean => {
  const remainder = Math.abs(amount) % NANO_PER_DOLLAR
  return amount >= MIN_TOP_UP && Math.min(remainder, NANO_PER_DOLLAR - remainder) <= resolution
}

const roundIfWholeDollars = (amount: number, resolution: number): number =>
  isWholeDollars(amount, resolution) ? Math.round(amount / NANO_PER_DOLLAR) * NANO_PER_DOLLAR : amount

/**
 * Of the effects that come closer to the change of the balance than the expected ones, those that deviate least from them; null if none
 * come closer. Effects with more deviations are less likely, even if they come closer still.
 */
function findLikeliestImprovement(choices: readonly Choice[], differenceTo: (sum: number) => number) {
  const expectedSum = choices.reduce((sum, { amount, expected }) => sum + expected * amount, 0)
  const found = solveSubsetSum(choices, (sum) => differenceTo(sum) < differenceTo(expectedSum), differenceTo)
  return isFound(found) ? found : null
}

/** Whether a decrease lies between the smallest and the largest sum of the choices. */
const isInRange = (choices: readonly Choice[], decrease: number, resolution: number): boolean => {
  const sumOf = (pick: (...effects: BalanceEffect[]) => number) =>
    choices.reduce((sum, { amount, effects }) => sum + pick(...effects) * amount, 0)
  return decrease >= sumOf(Math.min) - resolution && decrease <= sumOf(Math.max) + resolution
}

/** What happened to a job's price. `likeliest`: the job's effect in the best combination that was found, otherwise the expected one. */
function outcomeOf(
  job: BilledJob,
  effects: readonly BalanceEffect[],
  likeliest: BalanceEffect,
): BalanceSpanJob['outcome'] {
  if (job.money === 'charge_unknown') return 'uncertain'
  const effect = effects.length === 1 ? (effects[0] ?? likeliest) : likeliest
  return effect > 0 ? 'charged' : effect < 0 ? 'refunded' : job.endedAt === null ? 'open' : 'not_charged'
}

/** Spans that are shown. */
const MAX_SPANS = 20
/** Jobs of a span that are listed; the others are counted. */
const MAX_JOBS = 50

/** Whether jobs were in progress when the balance was read, so that it doesn't show their outcome yet. */
const isBusy = (reading: BalanceReading, billedJobs: readonly BilledJob[]): boolean =>
  billedJobs.some(({ sentAt, respondedAt, endedAt, money }) => {
    const end = money === 'charge_unknown' ? respondedAt : (endedAt ?? Number.POSITIVE_INFINITY)
    return sentAt <= reading.receivedAt && end >= reading.requestedAt
  })

/** The readings to compare: the first, the last, those without jobs in progress, and those before and after a top-up. */
function selectReadings(
  readings: readonly BalanceReading[],
  billedJobs: readonly BilledJob[],
): BalanceReading[] {
  return readings.filter((reading, index) => {
    const [before, after] = [readings[index - 1], readings[index + 1]]
    if (!before || !after) return true
    const isAtTopUp =
      reading.balance - before.balance >= MIN_TOP_UP || after.balance - reading.balance >= MIN_TOP_UP
    return isAtTopUp || !isBusy(reading, billedJobs)
  })
}

/** The changes of a balance between its readings (oldest first), compared with the jobs of that time; newest first. */
export function buildSpans(
  readings: readonly BalanceReading[],
  billedJobs: readonly BilledJob[],
): BalanceSpan[] {
  const resolution = resolutionOf(readings)
  const spans: BalanceSpan[] = []
  let before: BalanceReading | undefined
  for (const after of selectReadings(readings, billedJobs)) {
    // If the clock was set back in between, times don't show which jobs ran between the readings.
    const isLater = before && after.requestedAt >= before.receivedAt
    const start = before
    if (start && isLater) {
      const { jobs, ...sums } = reconcile(start, after, billedJobs, resolution)
      // A job belongs to the span in which its response was received or lost. It alone doesn't make a later span worth showing.
      const idsOfEarlierResponses = new Set(
        billedJobs.filter(({ respondedAt }) => respondedAt < start.requestedAt).map(({ id }) => id),
      )
      const isUnchanged = jobs.every(
        ({ id, outcome }) => outcome === 'open' || outcome === 'not_charged' || idsOfEarlierResponses.has(id),
      )
      if (sums.decrease === 0 && sums.unexplained === 0 && isUnchanged) continue
      spans.push({
        ...sums,
        from: start.receivedAt,
        to: after.receivedAt,
        before: start.balance,
        after: after.balance,
        hasRunningJobs: jobs.some(({ outcome }) => outcome === 'open') || isBusy(after, billedJobs),
        jobs: jobs.toSorted((a, b) => b.amount - a.amount).slice(0, MAX_JOBS),
        moreJobs: Math.max(0, jobs.length - MAX_JOBS),
      })
    }
    before = after
  }
  return spans.reverse().slice(0, MAX_SPANS)
}
