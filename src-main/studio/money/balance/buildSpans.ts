import type { BalanceSpan } from '../../../../src-preload/contract/types/balance.ts'
import type { BalanceReading } from './BalanceReading.ts'
import type { JobCharge } from './JobCharge.ts'
import { reconcile, resolutionOf } from './reconcile.ts'

const MAX_SPANS = 20
const MAX_JOBS = 50
/** A rise of at least this is most likely money paid in, and gets a span of its own. */
const MIN_TOP_UP = 1_000_000_000

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
