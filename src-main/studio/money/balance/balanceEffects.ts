import type { BalanceReading, BilledJob } from './BalanceTable.ts'

/** How often a job's price was taken between two readings: 1 charged, -1 refunded, 0 neither, or both. */
export type BalanceEffect = -1 | 0 | 1
/** How often a job's price has been taken in total when a balance was read. */
type TimesCharged = 0 | 1

/** Time after a lost response in which a service that charges at the end may still charge the job. */
const LATE_CHARGE_MS = 3_600_000

/** Time after its failure in which a job may still be refunded. */
const REFUND_PERIOD_MS = 86_400_000

const isRefundable = ({ endedAt }: BilledJob, { requestedAt }: BalanceReading): boolean =>
  endedAt !== null && requestedAt < endedAt + REFUND_PERIOD_MS

const hasEnded = ({ endedAt }: BilledJob, { requestedAt }: BalanceReading): boolean =>
  endedAt !== null && requestedAt >= endedAt

/**
 * Whether a job can have been charged when a balance was read: both values if either is possible. Services charge when they accept
 * a job, or for partner models when it ends (service.md §Balance). A poll finds the end only later.
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
 * The effect of a job if the service charges jobs when it accepts them, as most models do, and does not charge jobs whose response
 * was lost.
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
