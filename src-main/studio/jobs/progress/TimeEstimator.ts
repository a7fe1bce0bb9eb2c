import type { DetectedLimit } from '../../../../src-preload/contract/types/queue.ts'
import type { DurationRange, Times } from '../../../../src-preload/contract/types/progress.ts'
import type { Clock } from '../../world.ts'
import {
  estimateTimeLeft,
  combineConnections,
  measurePace,
  combineModels,
  usualDuration,
} from './estimateTimeLeft.ts'
import type { ActiveWork, JobGroup } from './WorkTable.ts'
import type { RateLimits } from '../../service/rate-limits/RateLimits.ts'
import type { Queue } from '../queue/Queue.ts'

/** The number of newest jobs that the usual duration is based on. */
export const DURATION_SAMPLE = 20

interface Dependencies {
  /** Reads the unfinished jobs in the query thread, because there may be many. */
  read: (now: number) => Promise<ActiveWork>
  queue: Pick<Queue, 'paused'>
  /** Why jobs like these are not sent; null if nothing holds them. */
  holdReason: (group: JobGroup) => string | null
  limits: Pick<RateLimits, 'list'>
  clock: Clock
}

/** The unfinished jobs of one model on one connection, with the statistics of its history as in `RemainingWork`. */
interface ModelWork {
  groups: JobGroup[]
  usualMs: DurationRange | null
  paceMs: DurationRange | null
  ratePerSecond: number | null
  sendDelayMs: number
  pollDelayMs: number
}

/** Estimates how long all unfinished jobs will take, by the history of each model. Single jobs are sent before batches. */
export class TimeEstimator {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async estimate(): Promise<Times> {
    const { read, clock } = this.#dependencies
    const work = await read(clock.now())
    const models = this.#byModel(work)
    const { batchesWaitingForDisk } = work
    const activeBatches = [
      ...new Set(models.flatMap(({ groups }) => groups.filter(canProceed).map(({ batch }) => batch))),
    ]
    return {
      usual: models.flatMap(({ groups: [first], usualMs: usual }) =>
        first && usual
          ? [
              {
                connectionId: first.connectionId,
                operation: first.operation,
                model: first.model,
                span: usual,
              },
            ]
          : [],
      ),
      batches: activeBatches.flatMap((id) => {
        const timeLeft = id === null || batchesWaitingForDisk.has(id) ? null : this.#ofBatch(models, id)
        return id !== null && timeLeft ? [{ id, timeLeft }] : []
      }),
      all: activeBatches.length === 0 || batchesWaitingForDisk.size > 0 ? null : this.#ofAll(models),
    }
  }

  #ofAll(models: readonly ModelWork[]): DurationRange | null {
    const connections = Map.groupBy(models, ({ groups }) => groups[0]?.connectionId)
    const spans = [...connections.values()].map((ofConnection) =>
      combineModels(ofConnection.map((work) => this.#timeLeft(work, null))),
    )
    return combineConnections(spans)
  }

  #ofBatch(models: readonly ModelWork[], batch: string): DurationRange | null {
    const own = models.filter(({ groups }) =>
      groups.some((group) => group.batch === batch && canProceed(group)),
    )
    return combineModels(own.map((work) => this.#timeLeft(work, batch)))
  }

  /** The time until all jobs of a model are done, or those up to the last job of a batch; null if it can't be estimated. */
  #timeLeft(
    { groups, usualMs, paceMs, ratePerSecond, sendDelayMs, pollDelayMs }: ModelWork,
    batch: string | null,
  ): DurationRange | null {
    const { clock, queue, holdReason } = this.#dependencies
    const unheld = groups.filter(canProceed)
    const running = unheld.filter(({ isSent }) => isSent)
    const waiting = unheld.filter(({ isSent }) => !isSent)
    const unsent = countUpTo(waiting, batch, rankRange)
    // With a full disk, finished results can't be saved either.
    if (unheld.some((group) => holdReason(group) === 'disk')) return null
    if (unsent > 0 && (queue.paused || waiting.some((group) => holdReason(group) !== null))) return null
    const oldest = Math.min(...running.flatMap((group) => group.firstSentAt ?? []), clock.now())
    return estimateTimeLeft({
      unsent,
      // Sent jobs finish before unsent ones.
      running: unsent > 0 ? sum(running) : countUpTo(running, batch, sentRange),
      elapsedMs: clock.now() - oldest,
      usualMs,
      paceMs,
      ratePerSecond,
      sendDelayMs,
      pollDelayMs,
    })
  }

  #byModel({ models, waits }: ActiveWork): ModelWork[] {
    const { limits, clock } = this.#dependencies
    const detectedLimits = limits.list()
    const now = clock.now()
    return models.flatMap(({ groups, history }) => {
      const [first] = groups
      if (!first) return []
      const limitOf = (kind: DetectedLimit['kind'], operation: string | null) =>
        detectedLimits.find(
          (found) =>
            found.kind === kind && found.connectionId === first.connectionId && found.operation === operation,
        )
      const limit = limitOf('send', first.operation)
      const wait = waits.find(
        ({ connectionId, operation }) => connectionId === first.connectionId && operation === first.operation,
      )
      return [
        {
          groups,
          usualMs: usualDuration(
            history
              .slice(0, DURATION_SAMPLE)
              .map(({ sentAt, finishedAt }) => Math.max(0, finishedAt - sentAt)),
          ),
          // Pauses between single clicks say nothing about how many jobs can run at once.
          paceMs: measurePace(history.filter(({ priority }) => priority > 0)),
          ratePerSecond: limit?.rate ?? null,
          sendDelayMs: Math.max(0, (limit?.waitsUntil ?? 0) - now, (wait?.until ?? 0) - now),
          pollDelayMs: Math.max(0, (limitOf('poll', null)?.waitsUntil ?? 0) - now),
        },
      ]
    })
  }
}

const canProceed = ({ isSent, isHeld }: JobGroup): boolean => isSent || !isHeld

/**
 * Estimates the number of jobs up to the last one of a batch, assuming that the jobs of each group are spread evenly. `batch` null counts
 * all jobs.
 */
function countUpTo(
  groups: readonly JobGroup[],
  batch: string | null,
  rangeOf: (group: JobGroup) => PositionRange,
): number {
  const own = groups.find((group) => group.batch === batch)
  if (batch === null) return sum(groups)
  if (!own) return 0
  const { last } = rangeOf(own)
  return groups.reduce((all, group) => {
    if (group.batch === null || group === own) return all + group.jobs
    const range = rangeOf(group)
    const width = range.last - range.first
    const before = width === 0 ? Number(range.first < last) : (last - range.first) / width
    return all + Math.round(group.jobs * Math.min(1, Math.max(0, before)))
  }, 0)
}

/** First and last position of jobs in an order. */
interface PositionRange {
  first: number
  last: number
}
const rankRange = ({ firstRank, lastRank }: JobGroup): PositionRange => ({ first: firstRank, last: lastRank })
const sentRange = ({ firstSentAt, lastSentAt }: JobGroup): PositionRange => ({
  first: firstSentAt ?? 0,
  last: lastSentAt ?? 0,
})
const sum = (groups: readonly JobGroup[]): number => groups.reduce((all, { jobs }) => all + jobs, 0)
