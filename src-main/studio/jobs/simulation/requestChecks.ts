import type { Exchange } from '../../service/http/Exchange.ts'
import { readRetryAfter } from '../../service/rate-limits/limitHeaders.ts'
import type { SimClock } from './SimClock.ts'

const MINUTE = 60_000
/** Maximum number of requests per minute in an outage. */
const MAX_REQUESTS = 2

/** Requests about one job that may be its own trouble, so that they don't count. */
const FREE_PER_JOB = 2

/**
 * Checks that few requests are sent to a service with an outage: from a minute after the last success at most two per
 * minute, besides those that the user asks for and the first two about each job.
 */
export class OutageRateCheck {
  readonly #kind: string
  #sent: number[] = []
  #lastSuccessAt = 0
  #violation: string | null = null
  /** The number of requests about each job since the last success. */
  readonly #requests = new Map<string, number>()

  constructor(kind: string) {
    this.#kind = kind
  }

  /** `jobId`: the job that the request is about; null if it is about none that the service knows. */
  sent(now: number, jobId: string | null): void {
    if (jobId !== null) {
      const count = (this.#requests.get(jobId) ?? 0) + 1
      this.#requests.set(jobId, count)
      if (count <= FREE_PER_JOB) return
    }
    this.#sent = [...this.#sent.filter((at) => at > now - MINUTE && at > this.#lastSuccessAt + MINUTE), now]
    if (this.#sent.filter((at) => at > this.#lastSuccessAt + MINUTE).length > MAX_REQUESTS)
      this.#violation ??= `${this.#sent.length} ${this.#kind} requests within a minute of an outage at ${now}`
  }

  /** Call it when a request succeeded, the user asked for something, or the machine slept. */
  allowBurst(now: number): void {
    this.#lastSuccessAt = now
    this.#requests.clear()
  }

  check(): void {
    if (this.#violation !== null) throw new Error(this.#violation)
  }
}

/** Minimum pause after a response before the same job is polled again. */
const MIN_PAUSE_MS = 700
/** If the clock is set back, the time since it was last read is lost, so a wait may end too early by that time. */
const CLOCK_TOLERANCE_MS = 600_000

/** Checks that a session pauses between the polls of a running job, and sends none before the wait that a 429 asked for. */
export class PollIntervalCheck {
  readonly #clock: SimClock
  readonly #stateOf: (requestId: string) => string | undefined
  readonly #respondedAt = new Map<string, number>()
  #heldUntil = 0
  #jumps: number
  #jumpedAt = Number.NEGATIVE_INFINITY
  #violation: string | null = null

  constructor(clock: SimClock, stateOf: (requestId: string) => string | undefined) {
    this.#clock = clock
    this.#stateOf = stateOf
    this.#jumps = clock.jumps
  }

  async watch(path: string, poll: () => Promise<Exchange>): Promise<Exchange> {
    const requestId = path.split('/').at(-1) ?? ''
    if (this.#clock.jumps !== this.#jumps) {
      this.#jumpedAt = this.#clock.time
      this.allowBurst()
    }
    // A finished job may be polled again for a new link to its result.
    if (this.#stateOf(requestId) === 'running') this.#checkPoll(requestId)
    const exchange = await poll()
    this.#respondedAt.set(requestId, this.#clock.time)
    if (exchange.kind === 'response' && exchange.status === 429) {
      const waitMs = readRetryAfter(exchange.headers, this.#clock.time) ?? 0
      this.#heldUntil = Math.max(this.#heldUntil, this.#clock.time + waitMs)
    }
    return exchange
  }

  /** Call it when the user asked for something or the system clock jumped. The next polls may then be sent at once. */
  allowBurst(): void {
    this.#respondedAt.clear()
    this.#heldUntil = 0
    this.#jumps = this.#clock.jumps
  }

  check(): void {
    if (this.#violation !== null) throw new Error(this.#violation)
  }

  #checkPoll(requestId: string): void {
    const { time } = this.#clock
    const pause = time - (this.#respondedAt.get(requestId) ?? Number.NEGATIVE_INFINITY)
    if (pause < MIN_PAUSE_MS) this.#violation = `${requestId} was polled again after ${pause} ms`
    if (time < this.#heldUntil - 1 && time - this.#jumpedAt > CLOCK_TOLERANCE_MS)
      this.#violation = `${requestId} was polled ${this.#heldUntil - time} ms too early`
  }
}
