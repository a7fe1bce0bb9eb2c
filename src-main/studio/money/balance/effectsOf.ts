import type { MoneyMove } from './MoneyMove.ts'
import type { Reading } from './Reading.ts'

/** Effect of a job on a balance between two readings: 1 charged its quote, -1 refunded it, 0 nothing. */
export type Effect = -1 | 0 | 1
type Charged = 0 | 1

/** Time after a lost response in which services that charge at the end may still charge the job. */
const LATE_MS = 3_600_000

/** Time after its failure in which a job may still be refunded. */
const REFUND_MS = 86_400_000

const isRefundable = ({ endedAt }: MoneyMove, { askedAt }: Reading): boolean =>
  endedAt !== null && askedAt < endedAt + REFUND_MS

const isOver = ({ endedAt }: MoneyMove, { askedAt }: Reading): boolean =>
  endedAt !== null && askedAt >= endedAt

/**
 * Whether a job can have been charged when a balance was read. Services charge when they accept a job, or (partner models)
 * when they end it (service.md §Balance), and end it before the studio sees it: in between it may be either.
 */
function chargedAt(move: MoneyMove, reading: Reading): readonly Charged[] {
  if (reading.at < move.sentAt) return [0]
  if (move.outcome === 'settled' && isOver(move, reading)) return [1]
  if (move.outcome === 'refunded' && isOver(move, reading)) return [0]
  return [0, 1]
}

/** Everything a job can have done to the balance between two readings. */
export function effectsOf(move: MoneyMove, before: Reading, after: Reading): Effect[] {
  if (move.outcome === 'uncertain' && before.askedAt > move.answeredAt + LATE_MS) return [0]
  const isFailed = move.outcome === 'unconfirmed' || move.outcome === 'unclear'
  if (isFailed && isOver(move, before)) return isRefundable(move, before) ? [0, -1] : [0]
  const canComeBack = move.outcome === 'refunded' || isFailed
  const effects = new Set<Effect>()
  for (const was of chargedAt(move, before))
    for (const is of chargedAt(move, after)) {
      if (is > was) effects.add(1)
      else if (is === was) effects.add(0)
      else if (canComeBack) effects.add(-1)
    }
  return [...effects]
}

/** What it did if the service charges what it accepts at once, as most models do, and nothing whose answer was lost. */
export function usualEffect(move: MoneyMove, before: Reading, after: Reading): Effect {
  const change = usuallyCharged(move, after) - usuallyCharged(move, before)
  return change > 0 ? 1 : change < 0 ? -1 : 0
}

function usuallyCharged(move: MoneyMove, reading: Reading): Charged {
  if (move.outcome === 'uncertain' || reading.askedAt < move.answeredAt) return 0
  return move.outcome === 'refunded' && isOver(move, reading) ? 0 : 1
}
