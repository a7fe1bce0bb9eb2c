import type { BalanceReading, JobCharge } from './BalanceTable.ts'

/** Effect of a job on a balance between two readings: 1 charged its quote, -1 refunded it, 0 nothing. */
export type Effect = -1 | 0 | 1
/** Whether a job is charged at the time of a reading, as a number. */
type Charged = 0 | 1

/** Time after a lost response in which services that charge at the end may still charge the job. */
const LATE_CHARGE_MS = 3_600_000

/** Time after its failure in which a job may still be refunded. */
const REFUND_PERIOD_MS = 86_400_000

const isRefundable = ({ endedAt }: JobCharge, { requestedAt }: BalanceReading): boolean =>
  endedAt !== null && requestedAt < endedAt + REFUND_PERIOD_MS

const hasEnded = ({ endedAt }: JobCharge, { requestedAt }: BalanceReading): boolean =>
  endedAt !== null && requestedAt >= endedAt

/**
 * Whether a job can have been charged when a balance was read: both values if either is possible. Services charge when they accept
 * a job, or (partner models) when they end it (service.md §Balance), which is before the studio sees the end.
 */
function possibleCharges(charge: JobCharge, reading: BalanceReading): readonly Charged[] {
  if (reading.receivedAt < charge.sentAt) return [0]
  if (charge.outcome === 'completed' && hasEnded(charge, reading)) return [1]
  if (charge.outcome === 'refunded' && hasEnded(charge, reading)) return [0]
  return [0, 1]
}

/** Every effect that a job can have had on the balance between two readings. */
function possibleEffects(charge: JobCharge, before: BalanceReading, after: BalanceReading): Effect[] {
  if (charge.outcome === 'uncertain' && before.requestedAt > charge.respondedAt + LATE_CHARGE_MS) return [0]
  const isFailed = charge.outcome === 'unconfirmed' || charge.outcome === 'not_refunded'
  if (isFailed && hasEnded(charge, before)) return isRefundable(charge, before) ? [0, -1] : [0]
  const mayBeRefunded = charge.outcome === 'refunded' || isFailed
  const effects = new Set<Effect>()
  for (const chargedBefore of possibleCharges(charge, before))
    for (const chargedAfter of possibleCharges(charge, after)) {
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
function expectedEffect(charge: JobCharge, before: BalanceReading, after: BalanceReading): Effect {
  const change = expectedCharge(charge, after) - expectedCharge(charge, before)
  return change > 0 ? 1 : change < 0 ? -1 : 0
}

function expectedCharge(charge: JobCharge, reading: BalanceReading): Charged {
  if (charge.outcome === 'uncertain' || reading.requestedAt < charge.respondedAt) return 0
  return charge.outcome === 'refunded' && hasEnded(charge, reading) ? 0 : 1
}

interface JobEffects {
  charge: JobCharge
  effects: Effect[]
  expected: Effect
}

/** The jobs that can have changed the balance between two readings, with their effects. */
export const jobEffects = (
  charges: readonly JobCharge[],
  before: BalanceReading,
  after: BalanceReading,
): JobEffects[] =>
  charges
    .map((charge) => ({
      charge,
      effects: possibleEffects(charge, before, after),
      expected: expectedEffect(charge, before, after),
    }))
    .filter(({ effects }) => effects.some((effect) => effect !== 0))
