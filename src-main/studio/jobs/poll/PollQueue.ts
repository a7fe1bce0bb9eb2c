import type { MonotonicClock } from '../../service/rate-limits/createMonotonicClock.ts'
import { DoubtBudget } from '../../service/rate-limits/DoubtBudget.ts'
import type { RateLimitKey, RateLimits } from '../../service/rate-limits/RateLimits.ts'
import { DueHeap } from './DueHeap.ts'

/** Maximum number of polls of a connection in this time that have no response yet. */
const MAX_RECENT = 8
/** A poll without a response for this long is no longer counted in `MAX_RECENT`, so that polls that hang don't delay others. */
const RECENT_MS = 1000
/**
 * Maximum number of polls of a connection without a response, and how many of them may be about jobs in doubt. The first is high, because
 * the first polls of many jobs may hang at once, and only bounds the sockets that they use (`createServiceDispatcher`).
 */
const MAX_IN_FLIGHT = 128
const MAX_IN_DOUBT = 4
/** A timer that is late by more than this shows that the machine slept. */
const SLEPT_MS = 30_000
/** After sleep, and at the start, the polls of many jobs are spread over this time instead of sent at once. */
export const SPREAD_MS = 30_000
/** For this time after sleep no job is polled twice, so that every job is polled once first. */
const FIRST_ROUND_MS = 60_000

/**
 * The ranks of polls. `first`: the first poll about a job that was just accepted, which only rate limits delay; `in_order`: the last poll
 * of the job succeeded, or it is the first of this session; `retry`: the first poll after a failure; `recent` and `in_doubt`: the next few
 * and all further ones, within the `DoubtBudget`. Of those that may be sent, those of the first two ranks are sent first, in the order in
 * which they became due, and then the others by rank.
 */
const RANKS = ['first', 'in_order', 'retry', 'recent', 'in_doubt'] as const
export type PollRank = (typeof RANKS)[number]

interface ConnectionPolls {
  readonly key: RateLimitKey
  /** When each job is polled next, by rank. */
  readonly due: Record<PollRank, DueHeap>
  readonly budget: DoubtBudget
  recent: number
  inFlight: number
  inDoubt: number
}

interface NextPoll {
  at: number
  due: number
  polls: ConnectionPolls
  rank: PollRank
}

interface Dependencies {
  limits: Pick<RateLimits, 'clock' | 'getWait'>
  random: () => number
  /** Polls a job, within the limits of `key`. Must not reject. */
  poll: (id: string, key: RateLimitKey) => Promise<void>
}

/** The order of all polls, with one timer: a few at once for each connection, and within its limits. */
export class PollQueue {
  readonly #dependencies: Dependencies
  readonly #clock: MonotonicClock
  readonly #connections = new Map<string, ConnectionPolls>()
  /** Where each waiting job waits. */
  readonly #waiting = new Map<string, DueHeap>()
  /** The polls in flight, by job id. Their jobs are in no heap. */
  readonly #inFlight = new Map<string, Promise<void>>()
  #timer: { at: number; cancel: () => void } | null = null
  #closed = false
  /** No job is polled twice before this time. */
  firstRoundUntil = 0

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#clock = dependencies.limits.clock
  }

  isInFlight(id: string): boolean {
    return this.#inFlight.has(id)
  }

  /** Polls a job at `due`. Call `schedule` afterwards. */
  set(id: string, connectionId: string, due: number, rank: PollRank): void {
    this.#waiting.get(id)?.delete(id)
    const heap = this.#findOrAdd(connectionId).due[rank]
    heap.set(id, due)
    this.#waiting.set(id, heap)
  }

  /** Changes the rank of a job that waits for a poll. */
  setRank(id: string, connectionId: string, rank: PollRank): void {
    const due = this.#waiting.get(id)?.dueOf(id)
    if (due !== undefined) this.set(id, connectionId, due, rank)
  }

  budget(connectionId: string): DoubtBudget {
    return this.#findOrAdd(connectionId).budget
  }

  /** Begins a round in which every job is polled once first. */
  beginRound(): void {
    this.firstRoundUntil = this.#clock.now() + FIRST_ROUND_MS
  }

  /** Sets the timer for the next poll. */
  schedule(): void {
    const next = this.#next()
    if (this.#closed || next === null || !Number.isFinite(next.at)) return
    if (this.#timer && this.#timer.at <= next.at) return
    this.#timer?.cancel()
    const wait = Math.max(0, next.at - this.#clock.now())
    this.#timer = { at: next.at, cancel: this.#clock.after(wait, () => this.#tick(next.at)) }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#timer?.cancel()
    await Promise.allSettled(this.#inFlight.values())
  }

  #findOrAdd(connectionId: string): ConnectionPolls {
    let polls = this.#connections.get(connectionId)
    if (!polls) {
      const due = {
        first: new DueHeap(),
        in_order: new DueHeap(),
        retry: new DueHeap(),
        recent: new DueHeap(),
        in_doubt: new DueHeap(),
      }
      const key = { kind: 'poll', connectionId } as const
      polls = { key, due, budget: new DoubtBudget(), recent: 0, inFlight: 0, inDoubt: 0 }
      this.#connections.set(connectionId, polls)
    }
    return polls
  }

  /** The next poll; null if no job is waiting for one that may be sent. */
  #next(): NextPoll | null {
    const now = this.#clock.now()
    let first: NextPoll | null = null
    for (const polls of this.#connections.values()) {
      if (polls.recent >= MAX_RECENT || polls.inFlight >= MAX_IN_FLIGHT) continue
      let limit: number | null = null
      for (const rank of RANKS) {
        const due = polls.due[rank].nextDue()
        if (due === null || (isLimited(rank) && polls.inDoubt >= MAX_IN_DOUBT)) continue
        if (rank !== 'first') limit ??= this.#dependencies.limits.getWait(polls.key)
        const limited = limit ?? this.#dependencies.limits.getWait({ ...polls.key, isFirst: true })
        const wait = Math.max(limited, isLimited(rank) ? polls.budget.getWait(now, rank === 'recent') : 0)
        const at = Math.max(now, due, wait > 0 ? Math.ceil(now + wait) : 0)
        if (!first || at < first.at || (rank === 'in_order' && at === first.at && due < first.due))
          first = { at, due, polls, rank }
      }
    }
    return first
  }

  #tick(expected: number): void {
    this.#timer = null
    const now = this.#clock.now()
    if (now - expected > SLEPT_MS) this.#spread(now)
    while (!this.#closed) {
      const next = this.#next()
      if (next === null || next.at > now) break
      const id = next.polls.due[next.rank].popDue(now)
      if (id === null) break
      this.#waiting.delete(id)
      this.#start(id, next.polls, next.rank)
    }
    this.schedule()
  }

  #start(id: string, polls: ConnectionPolls, rank: PollRank): void {
    const { key } = polls
    // It passes an open breaker only if it would otherwise have to wait.
    const isFirst = rank === 'first' && this.#dependencies.limits.getWait(key) > 0
    polls.recent++
    polls.inFlight++
    if (isLimited(rank)) polls.inDoubt++
    let isRecent = true
    const endRecent = (): void => {
      if (isRecent) polls.recent--
      isRecent = false
    }
    const cancel = this.#clock.after(RECENT_MS, () => {
      endRecent()
      this.schedule()
    })
    const polling = this.#dependencies.poll(id, isFirst ? { ...key, isFirst } : key).finally(() => {
      cancel()
      endRecent()
      polls.inFlight--
      if (isLimited(rank)) polls.inDoubt--
      this.#inFlight.delete(id)
      this.schedule()
    })
    this.#inFlight.set(id, polling)
  }

  #spread(now: number): void {
    this.beginRound()
    for (const { due } of this.#connections.values())
      for (const rank of RANKS) {
        const heap = due[rank]
        for (let id = heap.popDue(now); id !== null; id = heap.popDue(now))
          heap.set(id, now + 1 + this.#dependencies.random() * SPREAD_MS)
      }
  }
}

/** Whether polls of this rank are within the budget of jobs in doubt. */
const isLimited = (rank: PollRank): boolean => rank === 'recent' || rank === 'in_doubt'
