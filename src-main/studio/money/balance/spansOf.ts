import type { BalanceSpan } from '../../../../src-preload/contract/types/balance.ts'
import type { MoneyMove } from './MoneyMove.ts'
import type { Reading } from './Reading.ts'
import { reconcile, resolutionOf } from './reconcile.ts'

const MAX_SPANS = 20
const MAX_JOBS = 50
/** A rise like this is most likely money paid in, and gets a span of its own. */
const CLEAR_RISE = 1_000_000_000

/** Something of the connection was in progress or in progress when the balance was read: it does not tell all yet. */
const isBusy = (reading: Reading, moves: readonly MoneyMove[]): boolean =>
  moves.some(({ sentAt, answeredAt, endedAt, outcome }) => {
    const end = outcome === 'uncertain' ? answeredAt : (endedAt ?? Number.POSITIVE_INFINITY)
    return sentAt <= reading.at && end >= reading.askedAt
  })

/** The readings worth comparing: the first and the last, the quiet ones between, and both sides of a clear rise. */
function milestones(readings: readonly Reading[], moves: readonly MoneyMove[]): Reading[] {
  return readings.filter((reading, index) => {
    const [before, after] = [readings[index - 1], readings[index + 1]]
    if (!before || !after) return true
    const rises =
      reading.balance - before.balance >= CLEAR_RISE || after.balance - reading.balance >= CLEAR_RISE
    return rises || !isBusy(reading, moves)
  })
}

/** How a balance moved between its readings (oldest first), held against the jobs of the time; newest first. */
export function spansOf(readings: readonly Reading[], moves: readonly MoneyMove[]): BalanceSpan[] {
  const resolution = resolutionOf(readings)
  const spans: BalanceSpan[] = []
  let before: Reading | undefined
  for (const after of milestones(readings, moves)) {
    // After a clock set back times say nothing about what came first.
    const isAfter = before && after.askedAt >= before.at
    const start = before
    if (start && isAfter) {
      const { jobs, ...sums } = reconcile(start, after, moves, resolution)
      // A job lost before is reported of once, in the span of its loss.
      const reported = new Set(
        moves.filter(({ answeredAt }) => answeredAt < start.askedAt).map(({ id }) => id),
      )
      const isStill = jobs.every(({ id, as }) => as === 'open' || as === 'not_charged' || reported.has(id))
      if (sums.fell === 0 && sums.unexplained === 0 && isStill) continue
      spans.push({
        ...sums,
        from: start.at,
        to: after.at,
        before: start.balance,
        after: after.balance,
        open: jobs.some(({ as }) => as === 'open') || isBusy(after, moves),
        jobs: jobs.toSorted((a, b) => b.amount - a.amount).slice(0, MAX_JOBS),
        moreJobs: Math.max(0, jobs.length - MAX_JOBS),
      })
    }
    before = after
  }
  return spans.reverse().slice(0, MAX_SPANS)
}
