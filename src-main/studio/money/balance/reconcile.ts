import type { BalanceSpanJob, BalanceSpan } from '../../../../src-preload/contract/types/balance.ts'
import type { BalanceReading, JobCharge } from './BalanceTable.ts'
import { type Effect, jobEffects } from './balanceEffects.ts'
import { type Choice, solveSubsetSum } from './solveSubsetSum.ts'

const DOLLAR = 1_000_000_000
const CENT = 10_000_000
/** Nano-dollars. A smaller rise is more likely a refund than money paid in. */
const MIN_TOP_UP = DOLLAR

/** The change of a balance, compared with the ledger; the fields are those of `BalanceSpan`. */
export interface Reconciliation {
  decrease: number
  expectedDecrease: number
  uncertain: number
  unexplained: number
  topUp: number
  jobs: BalanceSpanJob[]
}

/**
 * The unit to which a service rounds its balances: the largest power of ten that divides all of them, at most a cent. The
 * difference of two rounded balances is wrong by at most one unit.
 */
export function resolutionOf(readings: readonly BalanceReading[]): number {
  let unit = CENT
  while (unit > 1 && readings.some(({ balance }) => balance % unit !== 0)) unit /= 10
  return unit
}

/** Compares the difference between two readings with the jobs in the time between. For display only. */
export function reconcile(
  before: BalanceReading,
  after: BalanceReading,
  charges: readonly JobCharge[],
  resolution: number,
): Reconciliation {
  const decrease = before.balance - after.balance
  const affected = jobEffects(charges, before, after)
  const expectedDecrease = affected.reduce((sum, { charge, expected }) => sum + expected * charge.amount, 0)
  const uncertain = affected
    .filter(({ charge }) => charge.outcome === 'uncertain')
    .reduce((sum, { charge }) => sum + charge.amount, 0)
  const choices: Choice[] = affected.map(({ charge, effects, expected }) => ({
    amount: charge.amount,
    effects: effects.includes(expected) ? effects : [...effects, expected],
    expected,
  }))
  const deviation = (sum: number): number => Math.abs(decrease - sum)
  const exact = solveSubsetSum(choices, (sum) => deviation(sum) <= resolution, deviation)
  const topUpFor = (sum: number): number => sum - decrease
  const isTopUp = exact === 'none' && topUpFor(expectedDecrease) >= MIN_TOP_UP
  // Users pay in whole dollars, so the cents of the change are charges.
  const withTopUp = isTopUp
    ? solveSubsetSum(choices, (sum) => isWholeDollars(topUpFor(sum), resolution), deviation)
    : 'none'
  const solution = isFound(exact) ? exact : isFound(withTopUp) ? withTopUp : null
  const nearest = solution ?? findClosest(choices, deviation)
  const topUp = isTopUp
    ? roundIfWholeDollars(topUpFor(isFound(withTopUp) ? withTopUp.sum : expectedDecrease), resolution)
    : 0
  const isExplained =
    isTopUp || isFound(exact) || (exact === 'undecided' && isInRange(choices, decrease, resolution))
  return {
    decrease,
    expectedDecrease,
    uncertain,
    unexplained: isExplained ? 0 : decrease - (nearest?.sum ?? expectedDecrease),
    topUp,
    jobs: affected.map(({ charge, effects }, index) => ({
      id: charge.id,
      title: charge.title,
      amount: charge.amount,
      outcome: outcomeOf(charge, effects, solution?.effects[index]),
    })),
  }
}

const isFound = <T extends object>(solution: T | 'none' | 'undecided'): solution is T =>
  typeof solution === 'object'

const isWholeDollars = (amount: number, resolution: number): boolean => {
  const remainder = Math.abs(amount) % DOLLAR
  return amount >= MIN_TOP_UP && Math.min(remainder, DOLLAR - remainder) <= resolution
}

const roundIfWholeDollars = (amount: number, resolution: number): number =>
  isWholeDollars(amount, resolution) ? Math.round(amount / DOLLAR) * DOLLAR : amount

/** The effects that come closest to the change, if they are closer than the expected ones. */
function findClosest(choices: readonly Choice[], deviation: (sum: number) => number) {
  const expectedSum = choices.reduce((sum, { amount, expected }) => sum + expected * amount, 0)
  const found = solveSubsetSum(
    choices,
    (sum) => deviation(sum) < deviation(expectedSum) && deviation(sum) > 0,
    deviation,
  )
  return isFound(found) ? found : null
}

/** Whether a decrease lies between the smallest and the largest sum of the choices. */
const isInRange = (choices: readonly Choice[], decrease: number, resolution: number): boolean => {
  const sumOf = (pick: (...effects: Effect[]) => number) =>
    choices.reduce((sum, { amount, effects }) => sum + pick(...effects) * amount, 0)
  return decrease >= sumOf(Math.min) - resolution && decrease <= sumOf(Math.max) + resolution
}

/** `solved`: the effect in the solution; undefined if there is none. */
function outcomeOf(
  charge: JobCharge,
  effects: readonly Effect[],
  solved: Effect | undefined,
): BalanceSpanJob['outcome'] {
  if (charge.outcome === 'uncertain') return 'uncertain'
  const effect = effects.length === 1 ? effects[0] : solved
  if (effect === undefined) return charge.endedAt === null ? 'open' : 'charged'
  return effect > 0 ? 'charged' : effect < 0 ? 'refunded' : charge.endedAt === null ? 'open' : 'not_charged'
}

const MAX_SPANS = 20
const MAX_JOBS = 50
/** Whether jobs were in progress when the balance was read, so that it doesn't show their outcome yet. */
const isBusy = (reading: BalanceReading, charges: readonly JobCharge[]): boolean =>
  charges.some(({ sentAt, respondedAt, endedAt, outcome }) => {
    const end = outcome === 'uncertain' ? respondedAt : (endedAt ?? Number.POSITIVE_INFINITY)
    return sentAt <= reading.receivedAt && end >= reading.requestedAt
  })

/** The readings to compare: the first, the last, those without jobs in progress, and those on both sides of money paid in. */
function selectReadings(
  readings: readonly BalanceReading[],
  charges: readonly JobCharge[],
): BalanceReading[] {
  return readings.filter((reading, index) => {
    const [before, after] = [readings[index - 1], readings[index + 1]]
    if (!before || !after) return true
    const isAtTopUp =
      reading.balance - before.balance >= MIN_TOP_UP || after.balance - reading.balance >= MIN_TOP_UP
    return isAtTopUp || !isBusy(reading, charges)
  })
}

/** The changes of a balance between its readings (oldest first), compared with the jobs of that time; newest first. */
export function buildSpans(
  readings: readonly BalanceReading[],
  charges: readonly JobCharge[],
): BalanceSpan[] {
  const resolution = resolutionOf(readings)
  const spans: BalanceSpan[] = []
  let before: BalanceReading | undefined
  for (const after of selectReadings(readings, charges)) {
    // If the clock was set back in between, times don't show which jobs ran between the readings.
    const isLater = before && after.requestedAt >= before.receivedAt
    const start = before
    if (start && isLater) {
      const { jobs, ...sums } = reconcile(start, after, charges, resolution)
      // A job whose response was lost earlier belongs to the span in which it was lost.
      const reported = new Set(
        charges.filter(({ respondedAt }) => respondedAt < start.requestedAt).map(({ id }) => id),
      )
      const isUnchanged = jobs.every(
        ({ id, outcome }) => outcome === 'open' || outcome === 'not_charged' || reported.has(id),
      )
      if (sums.decrease === 0 && sums.unexplained === 0 && isUnchanged) continue
      spans.push({
        ...sums,
        from: start.receivedAt,
        to: after.receivedAt,
        before: start.balance,
        after: after.balance,
        hasRunningJobs: jobs.some(({ outcome }) => outcome === 'open') || isBusy(after, charges),
        jobs: jobs.toSorted((a, b) => b.amount - a.amount).slice(0, MAX_JOBS),
        moreJobs: Math.max(0, jobs.length - MAX_JOBS),
      })
    }
    before = after
  }
  return spans.reverse().slice(0, MAX_SPANS)
}
