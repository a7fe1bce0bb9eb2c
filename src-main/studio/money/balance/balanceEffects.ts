import type { BalanceReading, BilledJob } from './BalanceTable.ts'

/** Maximum number of steps to all sums together: about 20 MB and 50 ms. With more, a problem stays undecided. */
const MAX_STEPS = 200_000

/** The amount of a job, with its possible effects on the balance and the expected one. */
export interface Choice {
  amount: number
  effects: readonly BalanceEffect[]
  expected: BalanceEffect
}

/** A solution of the subset sum problem. */
export interface Solution {
  /** One effect for each choice. */
  effects: BalanceEffect[]
  sum: number
}

/** The last step to a sum: the effect of one choice, added to a sum of the choices before it. */
interface Step {
  /** Number of effects so far that differ from the expected ones. */
  deviations: number
  effect: BalanceEffect
  previousSum: number
}

/**
 * At index n, every sum that the first n choices can have, each with the last step that reaches it with the fewest deviations. Null if
 * there are too many steps.
 */
function reachableSums(choices: readonly Choice[]): Map<number, Step>[] | null {
  const stepsByCount: Map<number, Step>[] = [new Map([[0, { deviations: 0, effect: 0, previousSum: 0 }]])]
  let stepCount = 0
  for (const { amount, effects, expected } of choices) {
    const steps = new Map<number, Step>()
    for (const [previousSum, { deviations }] of stepsByCount.at(-1) ?? [])
      for (const effect of effects) {
        const step = { deviations: deviations + (effect === expected ? 0 : 1), effect, previousSum }
        const sum = previousSum + effect * amount
        const known = steps.get(sum)
        if (!known || step.deviations < known.deviations) steps.set(sum, step)
      }
    stepCount += steps.size
    if (stepCount > MAX_STEPS) return null
    stepsByCount.push(steps)
  }
  return stepsByCount
}

/**
 * Solves a subset sum problem: finds an effect for each choice so that `isAccepted` holds for the sum of the amounts. Of several
 * solutions it returns one with the fewest deviations from the expected effects, and of these the one with the lowest `costOf` its sum.
 * `none` if no sum is accepted, `undecided` if there are too many sums.
 */
export function solveSubsetSum(
  choices: readonly Choice[],
  isAccepted: (sum: number) => boolean,
  costOf: (sum: number) => number = () => 0,
): Solution | 'none' | 'undecided' {
  const stepsByCount = reachableSums(choices)
  if (stepsByCount === null) return 'undecided'
  let best: { sum: number; deviations: number } | null = null
  for (const [sum, { deviations }] of stepsByCount.at(-1) ?? []) {
    if (!isAccepted(sum)) continue
    const isBetter =
      best === null ||
      deviations < best.deviations ||
      (deviations === best.deviations && costOf(sum) < costOf(best.sum))
    if (isBetter) best = { sum, deviations }
  }
  if (best === null) return 'none'
  const effects: BalanceEffect[] = []
  let { sum } = best
  for (let count = choices.length; count > 0; count--) {
    const step = stepsByCount[count]?.get(sum)
    if (!step) break
    effects.unshift(step.effect)
    sum = step.previousSum
  }
  return { effects, sum: best.sum }
}

/** The net effect of a job between two readings of a balance: 1 if its price was charged, -1 if it was refunded, 0 if neither or both. */
export type BalanceEffect = -1 | 0 | 1
/** How often a job's price had been charged, less refunds, when a balance was read. */
type TimesCharged = 0 | 1

/** For this long after a lost response, a service that charges jobs when they end may still charge the job. */
const LATE_CHARGE_MS = 3_600_000

/** For this long after its failure a job may still be refunded. */
const REFUND_PERIOD_MS = 86_400_000

const isRefundable = ({ endedAt }: BilledJob, { requestedAt }: BalanceReading): boolean =>
  endedAt !== null && requestedAt < endedAt + REFUND_PERIOD_MS

const hasEnded = ({ endedAt }: BilledJob, { requestedAt }: BalanceReading): boolean =>
  endedAt !== null && requestedAt >= endedAt

/**
 * How often a job can have been charged when a balance was read; both numbers if either is possible. Depending on the model, services
 * charge a job when they accept it or when it ends (service.md §Balance), and a poll notices the end only later.
 */
function possibleTimesCharged(job: BilledJob, reading: BalanceReading): readonly TimesCharged[] {
  if (reading.receivedAt < job.sentAt) return [0]
  if (job.money === 'charged' && hasEnded(job, reading)) return [1]
  if (job.money === 'refunded' && hasEnded(job, reading)) return [0]
  return [0, 1]
}

/** Every effect that a job can have had on the balance between two readings. */
function possibleEffects(job: BilledJob, before: BalanceReading, after: BalanceReading): BalanceEffect[] {
  if (job.money === 'charge_unknown' && before.requestedAt > job.respondedAt + LATE_CHARGE_MS) return [0]
  const isFailed = job.money === 'refund_unknown' || job.money === 'refund_denied'
  if (isFailed && hasEnded(job, before)) return isRefundable(job, before) ? [0, -1] : [0]
  const mayBeRefunded = job.money === 'refunded' || isFailed
  const effects = new Set<BalanceEffect>()
  for (const chargedBefore of possibleTimesCharged(job, before))
    for (const chargedAfter of possibleTimesCharged(job, after)) {
      if (chargedAfter > chargedBefore) effects.add(1)
      else if (chargedAfter === chargedBefore) effects.add(0)
      else if (mayBeRefunded) effects.add(-1)
    }
  return [...effects]
}

/**
 * The most likely effect of a job: the service charges it when it accepts it, as for most models, and does not charge a job whose
 * response was lost.
 */
function expectedEffect(job: BilledJob, before: BalanceReading, after: BalanceReading): BalanceEffect {
  const change = expectedTimesCharged(job, after) - expectedTimesCharged(job, before)
  return change > 0 ? 1 : change < 0 ? -1 : 0
}

function expectedTimesCharged(job: BilledJob, reading: BalanceReading): TimesCharged {
  if (job.money === 'charge_unknown' || reading.requestedAt < job.respondedAt) return 0
  return job.money === 'refunded' && hasEnded(job, reading) ? 0 : 1
}

interface JobEffects {
  job: BilledJob
  effects: BalanceEffect[]
  expected: BalanceEffect
}

/** The jobs that can have changed the balance between two readings, with their effects. */
export const jobEffects = (
  billedJobs: readonly BilledJob[],
  before: BalanceReading,
  after: BalanceReading,
): JobEffects[] =>
  billedJobs
    .map((job) => ({
      job,
      effects: possibleEffects(job, before, after),
      expected: expectedEffect(job, before, after),
    }))
    .filter(({ effects }) => effects.some((effect) => effect !== 0))
