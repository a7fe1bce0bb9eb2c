import type { LearntLimit } from '../../../../src-preload/contract/types/queue.ts'
import type { Span, Times } from '../../../../src-preload/contract/types/work.ts'
import type { Clock } from '../../world.ts'
import { leftOf, longest, paceOf, sideBySide, usualOf } from './timeLeft.ts'
import type { WorkToCome } from './readWorkToCome.ts'
import type { Bundle } from './WorkTable.ts'

/** Number of the newest jobs that expected times are based on. */
const NEWEST = 20

interface Dependencies {
  /** Reads the open work in the query thread, because a queue may be long. */
  read: (now: number) => Promise<WorkToCome>
  isPaused: () => boolean
  /** Why such jobs wait. */
  holdOf: (bundle: Bundle) => string | null
  limits: () => LearntLimit[]
  clock: Clock
}

/** The open work of one model on one connection. */
interface Group {
  bundles: Bundle[]
  usual: Span | null
  pace: Span | null
  rate: number | null
  delay: number
  unasked: number
}

/** Expected times of the open work by each model's history; single jobs go before batches. */
export class TimesLeft {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async now(): Promise<Times> {
    const { read, clock } = this.#dependencies
    const material = await read(clock.now())
    const groups = this.#groups(material)
    const { onDiskFull } = material
    const moving = [
      ...new Set(groups.flatMap(({ bundles }) => bundles.filter(isMoving).map(({ batch }) => batch))),
    ]
    return {
      usual: groups.flatMap(({ bundles: [first], usual }) =>
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
      batches: moving.flatMap((id) => {
        const span = id === null || onDiskFull.has(id) ? null : this.#ofBatch(groups, id)
        return id !== null && span ? [{ id, span }] : []
      }),
      all: moving.length === 0 || onDiskFull.size > 0 ? null : this.#ofAll(groups),
    }
  }

  #ofAll(groups: readonly Group[]): Span | null {
    const connections = Map.groupBy(groups, ({ bundles }) => bundles[0]?.connectionId)
    const spans = [...connections.values()].map((those) =>
      sideBySide(those.map((group) => this.#left(group, null))),
    )
    return longest(spans)
  }

  #ofBatch(groups: readonly Group[], batch: string): Span | null {
    const own = groups.filter(({ bundles }) =>
      bundles.some((bundle) => bundle.batch === batch && isMoving(bundle)),
    )
    return sideBySide(own.map((group) => this.#left(group, batch)))
  }

  /** For a whole group, or up to the last unsent job of a batch in it. */
  #left({ bundles, usual, pace, rate, delay, unasked }: Group, batch: string | null): Span | null {
    const { clock, isPaused, holdOf } = this.#dependencies
    const moving = bundles.filter(isMoving)
    const running = moving.filter(({ sent }) => sent)
    const waiting = moving.filter(({ sent }) => !sent)
    const unsent = ahead(waiting, batch, byRank)
    // With a full disk finished results can't be saved either.
    if (moving.some((bundle) => holdOf(bundle) === 'disk')) return null
    if (unsent > 0 && (isPaused() || waiting.some((bundle) => holdOf(bundle) !== null))) return null
    const oldest = Math.min(...running.flatMap((one) => one.oldest ?? []), clock.now())
    return leftOf({
      unsent,
      // Sent jobs finish before unsent ones.
      running: unsent > 0 ? sum(running) : ahead(running, batch, bySending),
      elapsed: clock.now() - oldest,
      usual,
      pace,
      rate,
      delay,
      unasked,
    })
  }

  #groups({ models, waits }: WorkToCome): Group[] {
    const { limits, clock } = this.#dependencies
    const known = limits()
    const now = clock.now()
    return models.flatMap(({ bundles, history }) => {
      const [first] = bundles
      if (!first) return []
      const limitOf = (wanted: LearntLimit['kind'], task: string | null) =>
        known.find(
          ({ kind, connectionId, operation }) =>
            kind === wanted && connectionId === first.connectionId && operation === task,
        )
      const limit = limitOf('send', first.operation)
      const wait = waits.find(
        ({ connectionId, operation }) => connectionId === first.connectionId && operation === first.operation,
      )
      return [
        {
          bundles,
          usual: usualOf(
            history.slice(0, NEWEST).map(({ sentAt, finishedAt }) => Math.max(0, finishedAt - sentAt)),
          ),
          // Pauses between single clicks say nothing about how many jobs can run at once.
          pace: paceOf(history.filter(({ lane }) => lane > 0)),
          rate: limit?.rate ?? null,
          delay: Math.max(0, (limit?.waitsUntil ?? 0) - now, (wait?.until ?? 0) - now),
          unasked: Math.max(0, (limitOf('poll', null)?.waitsUntil ?? 0) - now),
        },
      ]
    })
  }
}

const isMoving = ({ sent, held }: Bundle): boolean => sent || !held

/** Number of jobs up to the last one of a batch; all without a batch. */
function ahead(bundles: readonly Bundle[], batch: string | null, turnOf: (bundle: Bundle) => Turn): number {
  const own = bundles.find((bundle) => bundle.batch === batch)
  if (batch === null) return sum(bundles)
  if (!own) return 0
  const { last } = turnOf(own)
  return bundles.reduce((all, bundle) => {
    if (bundle.batch === null || bundle === own) return all + bundle.jobs
    const turn = turnOf(bundle)
    const width = turn.last - turn.first
    const before = width === 0 ? Number(turn.first < last) : (last - turn.first) / width
    return all + Math.round(bundle.jobs * Math.min(1, Math.max(0, before)))
  }, 0)
}

/** First and last position of jobs in an order. */
interface Turn {
  first: number
  last: number
}
const byRank = ({ low, high }: Bundle): Turn => ({ first: low, last: high })
const bySending = ({ oldest, newest }: Bundle): Turn => ({ first: oldest ?? 0, last: newest ?? 0 })
const sum = (bundles: readonly Bundle[]): number => bundles.reduce((all, { jobs }) => all + jobs, 0)
