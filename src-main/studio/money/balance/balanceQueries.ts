import type { BalanceHint, BalanceSpan } from '../../../../src-preload/contract/types/balance.ts'
import { NANO_PER_DOLLAR } from '../../../../src-preload/shared/formatMoney.ts'
import type { Database } from '../../storage/database/Database.ts'
import { type BalanceReading, type BalanceHistory, BalanceTable, type BilledJob } from './BalanceTable.ts'
import { type ExcessCharge, findExcess } from './findExcess.ts'
import { buildSpans, resolutionOf } from './reconcile.ts'
import { jobEffects, solveSubsetSum } from './balanceEffects.ts'

/** Conclusions about jobs from a balance's readings. The queries read all jobs between the readings, so they run in the query thread. */
export const balanceQueries = {
  *'balance.spans'(database: Database, connectionId: string): Generator<void, BalanceSpan[]> {
    const { readings, billedJobs } = yield* new BalanceTable(database).history(connectionId)
    return buildSpans(readings, billedJobs)
  },

  *'balance.hints'(database: Database): Generator<void, BalanceHint[]> {
    const table = new BalanceTable(database)
    const histories = new Map<string, BalanceHistory>()
    const hints: BalanceHint[] = []
    for (const { id, connectionId } of table.uncertainJobs()) {
      const history = histories.get(connectionId) ?? (yield* table.history(connectionId))
      histories.set(connectionId, history)
      const { readings, billedJobs } = history
      const job = billedJobs.find((job) => job.id === id)
      const suggests = job ? suggestOutcome(job, readings, billedJobs, resolutionOf(readings)) : null
      if (suggests !== null) hints.push({ id, suggests })
      yield
    }
    return hints
  },

  /** The fall of a balance since a time that no job explains by its quote; null if there is none. */
  *'balance.excess'(
    database: Database,
    { connectionId, since }: { connectionId: string; since: number },
  ): Generator<void, ExcessCharge | null> {
    const table = new BalanceTable(database)
    const history = yield* table.history(connectionId)
    return findExcess(history, { since, sending: table.sendingAmount(connectionId) })
  },

  /** Ids of failed jobs whose refund the service did not confirm but the newest reading proves. */
  *'balance.provenRefunds'(database: Database, connectionId: string): Generator<void, string[]> {
    const { readings, billedJobs } = yield* new BalanceTable(database).history(connectionId)
    const resolution = resolutionOf(readings)
    const proven: string[] = []
    for (const job of billedJobs) {
      if (job.money !== 'refund_unknown') continue
      if (isRefundProven(job, readings, billedJobs, resolution)) proven.push(job.id)
      yield
    }
    return proven
  },
}

/** A balance that was read this long after the end of a job includes its charge, even if the service updates balances late. */
const MAX_UPDATE_DELAY_MS = 3_600_000

/**
 * Whether the newest reading (the last of `readings`) proves that the price of a failed job was refunded. That is so if the balance rose
 * by the price since the previous reading, or if an hour after the job it is the same as before the job, and nothing else can explain
 * that. `resolution`: see `resolutionOf`.
 */
function isRefundProven(
  job: BilledJob,
  readings: readonly BalanceReading[],
  billedJobs: readonly BilledJob[],
  resolution: number,
): boolean {
  const [previous, newest] = [readings.at(-2), readings.at(-1)]
  const { endedAt } = job
  if (!previous || !newest || endedAt === null || newest.requestedAt < endedAt) return false
  // Users top up in whole dollars, so the refund of such a price can't be distinguished from a top-up.
  if (job.amount === 0 || job.amount % NANO_PER_DOLLAR === 0) return false
  const canCost = createCostCheck(job, billedJobs, resolution)
  const isRefundSince = (before: BalanceReading): boolean => {
    const isPossible = canCost(before, newest)
    return isPossible(-job.amount) && !isPossible(0) && !isPossible(job.amount)
  }
  if (previous.receivedAt > job.sentAt && isRefundSince(previous)) return true
  const beforeJob = readings.findLast(({ receivedAt }) => receivedAt < job.sentAt)
  if (!beforeJob || newest.requestedAt < endedAt + MAX_UPDATE_DELAY_MS) return false
  const isPossible = canCost(beforeJob, newest)
  return isPossible(0) && !isPossible(job.amount)
}

/** Time in which a service may still process a request whose response was lost. */
const LATE_PROCESSING_MS = 20_000
/** Readings after the job that are compared. If none of them decides, there is no suggestion. */
const MAX_READINGS = 30

/**
 * What the balance suggests about a job whose response was lost: charged if only its price explains the change of the balance, not
 * charged if the change can be explained only without it. Null if both are possible, or if something else changed the balance too.
 */
export function suggestOutcome(
  job: BilledJob,
  readings: readonly BalanceReading[],
  billedJobs: readonly BilledJob[],
  resolution: number,
): BalanceHint['suggests'] | null {
  if (job.amount === 0) return null
  const before = readings.findLast(({ receivedAt }) => receivedAt < job.sentAt)
  if (!before) return null
  const canCost = createCostCheck(job, billedJobs, resolution)
  const later = readings
    .filter(({ requestedAt }) => requestedAt >= job.respondedAt + LATE_PROCESSING_MS)
    .slice(0, MAX_READINGS)
  for (const after of later) {
    const isPossible = canCost(before, after)
    const [mayBeCharged, mayBeFree] = [isPossible(job.amount), isPossible(0)]
    if (mayBeCharged !== mayBeFree) return mayBeCharged ? 'charged' : 'not_charged'
    // If neither is possible, something else changed the balance, and still affects later readings.
    if (!mayBeCharged) return null
  }
  return null
}

/** Creates a function that checks whether a job can have cost an amount between two readings, given the possible effects of other jobs. */
function createCostCheck(job: BilledJob, billedJobs: readonly BilledJob[], resolution: number) {
  const others = billedJobs.filter(({ id }) => id !== job.id)
  return (before: BalanceReading, after: BalanceReading) => {
    const decrease = before.balance - after.balance
    const choices = jobEffects(others, before, after).map(({ job, ...effects }) => ({
      amount: job.amount,
      ...effects,
    }))
    return (cost: number): boolean =>
      solveSubsetSum(choices, (sum) => Math.abs(decrease - cost - sum) <= resolution) !== 'none'
  }
}
