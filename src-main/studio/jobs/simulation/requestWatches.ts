import type { Exchange } from '../../service/client/Exchange.ts'
import { readRetryAfter } from '../../service/rate-limits/limitHeaders.ts'
import type { SimClock } from './SimClock.ts'

const MINUTE = 60_000
const MAX_REQUESTS = 2

/**
 * Checks that an outage is not flooded: without a success for a minute at most two requests a minute, besides those the user
 * asks for.
 */
export class OutageRateCheck {
  readonly #kind: string
  #sent: number[] = []
  #outageSince = 0
  #violation: string | null = null

  constructor(kind: string) {
    this.#kind = kind
  }

  sent(now: number): void {
    this.#sent = [...this.#sent.filter((at) => at > now - MINUTE && at > this.#outageSince + MINUTE), now]
    if (this.#sent.filter((at) => at > this.#outageSince + MINUTE).length > MAX_REQUESTS)
      this.#violation ??= `${this.#sent.length} ${this.#kind} requests within a minute of an outage at ${now}`
  }

  /** A request succeeded, the user asked for something, or the machine slept. */
  allowBurst(now: number): void {
    this.#outageSince = now
  }

  check(): void {
    if (this.#violation !== null) throw new Error(this.#violation)
  }
}

/** Minimum pause after a response before the same job is polled again, ms. */
const MIN_MS = 700
/** A clock set back loses the time since it was last read, so a hold may end as much too early. */
const CLOCK_TOLERANCE_MS = 600_000

/** Checks that one life pauses between the polls of a running job, and sends none before a 429 allows it. */
export class PollIntervalCheck {
  readonly #clock: SimClock
  readonly #stateOf: (requestId: string) => string | undefined
  readonly #answered = new Map<string, number>()
  #heldUntil = 0
  #jumps: number
  #jumpedAt = Number.NEGATIVE_INFINITY
  #breach: string | null = null

  constructor(clock: SimClock, stateOf: (requestId: string) => string | undefined) {
    this.#clock = clock
    this.#stateOf = stateOf
    this.#jumps = clock.jumps
  }

  async watch(path: string, poll: () => Promise<Exchange>): Promise<Exchange> {
    const requestId = path.split('/').at(-1) ?? ''
    if (this.#clock.jumps !== this.#jumps) {
      this.#jumpedAt = this.#clock.time
      this.forgive()
    }
    // A finished job is asked about once more for a fresh link to its result.
    if (this.#stateOf(requestId) === 'running') this.#checkPoll(requestId)
    const exchange = await poll()
    this.#answered.set(requestId, this.#clock.time)
    if (exchange.kind === 'response' && exchange.status === 429) {
      const waitMs = readRetryAfter(exchange.headers, this.#clock.time) ?? 0
      this.#heldUntil = Math.max(this.#heldUntil, this.#clock.time + waitMs)
    }
    return exchange
  }

  /** The user asked, or the wall clock jumped: what comes next may come at once. */
  forgive(): void {
    this.#answered.clear()
    this.#heldUntil = 0
    this.#jumps = this.#clock.jumps
  }

  check(): void {
    if (this.#breach !== null) throw new Error(this.#breach)
  }

  #checkPoll(requestId: string): void {
    const { time } = this.#clock
    const pause = time - (this.#answered.get(requestId) ?? Number.NEGATIVE_INFINITY)
    if (pause < MIN_MS) this.#breach = `${requestId} was polled again after ${pause} ms`
    if (time < this.#heldUntil - 1 && time - this.#jumpedAt > CLOCK_TOLERANCE_MS)
      this.#breach = `${requestId} was polled ${this.#heldUntil - time} ms too early`
  }
}
