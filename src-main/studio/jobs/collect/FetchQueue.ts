import type { MonotonicClock } from '../../service/rate-limits/createMonotonicClock.ts'
import { OutageBreaker } from '../../service/rate-limits/OutageBreaker.ts'
import { DueHeap } from '../poll/DueHeap.ts'

/** Maximum number of concurrent downloads of one host, so that a slow host does not delay others. */
const MAX_PER_HOST = 3
/** Maximum number of concurrent downloads of all hosts together. */
const MAX_IN_FLIGHT = 12
/** After this many failed first attempts in a row, results that were not requested yet wait for the host's backoff too. */
const MAX_NEW_FAILURES = 5
/** When a host recovers, its waiting downloads start at once, except those that were tried this recently. */
const MIN_RETRY_AGE_MS = 5 * 60_000

/**
 * A download that runs for longer than this no longer tests whether its host works, so that the retries of others don't wait for its end. If
 * its host does not respond, it fails sooner.
 */
const MAX_TEST_MS = 3 * 60_000

/** What a download attempt shows about its host. `none`: nothing, for example because the disk was full. */
export type AttemptOutcome = 'responded' | 'failed' | 'none'

/** Where a result comes from: its host, which may serve several connections, and the connection it belongs to. */
export interface FetchSource {
  connectionId: string
  host: string
}

interface Host {
  readonly source: FetchSource
  /** The breaker of the host, and that of all downloads of the connection. */
  readonly breakers: readonly [OutageBreaker, OutageBreaker]
  /** Jobs whose result was not requested yet. */
  readonly firstAttempts: DueHeap
  readonly retries: DueHeap
  inFlight: number
  /** Failed first attempts since the last success. */
  newFailures: number
  /** When the last download was started, by the monotonic clock. */
  triedAt: number
}

interface Dependencies {
  clock: MonotonicClock
  /** Fetches the result of a job; must not reject. */
  fetch: (id: string) => Promise<AttemptOutcome>
}

/**
 * Schedules downloads, a few at once per host. While the downloads of a connection or host fail, only a few are tried, with growing
 * pauses. A host that works is not delayed by one that fails. The caller decides when the next attempt of each job is due.
 */
export class FetchQueue {
  readonly #dependencies: Dependencies
  /** By connection and host name. */
  readonly #hosts = new Map<string, Host>()
  /** By connection. */
  readonly #breakers = new Map<string, OutageBreaker>()
  /** The hosts of waiting downloads, by job. */
  readonly #hostOf = new Map<string, Host>()
  /** When each waiting download was last started, by job. */
  readonly #triedAt = new Map<string, number>()
  readonly #inFlight = new Map<string, { host: Host; done: Promise<void> }>()
  #cancel: (() => void) | null = null
  #closed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  has(id: string): boolean {
    return this.#hostOf.has(id) || this.#inFlight.has(id)
  }

  /**
   * Schedules a download after `delayMs`. Without a delay it is a first attempt, which the backoff of its host delays only after
   * `MAX_NEW_FAILURES`. Returns the earliest time it can start, in ms since the epoch.
   */
  add(id: string, source: FetchSource, delayMs: number): number {
    const { clock } = this.#dependencies
    const now = clock.now()
    const host = this.#findOrAddHost(source)
    const isFirstAttempt = delayMs === 0
    if (!this.#closed) {
      this.#remove(id)
      ;(isFirstAttempt ? host.firstAttempts : host.retries).set(id, now + delayMs)
      this.#hostOf.set(id, host)
      this.#startDue()
    }
    const wait = this.#wait(host, now, isFirstAttempt)
    return Math.ceil(now + Math.max(delayMs, Number.isFinite(wait) ? wait : 0) - clock.aheadMs())
  }

  /** Starts a download immediately, even in an outage, because the user asked for it. */
  startNow(id: string, source: FetchSource): void {
    if (this.#closed || this.#inFlight.has(id)) return
    this.#remove(id)
    this.#start(id, this.#findOrAddHost(source), false)
  }

  /** Counts a second request of a running download, whose link was renewed. Returns false if it must not be sent. */
  tryCountSecondRequest(id: string): boolean {
    const host = this.#inFlight.get(id)?.host
    const now = this.#dependencies.clock.now()
    if (!host || host.breakers.some((breaker) => breaker.getWait(now, true) > 0)) return false
    for (const breaker of host.breakers) {
      breaker.recordSent(now)
      breaker.recordSettled()
    }
    return true
  }

  /**
   * Lets one download per host of a connection start immediately, for example when the network returned. Null means all connections.
   */
  retryNow(connectionId: string | null): void {
    for (const host of this.#hosts.values()) {
      if ((connectionId ?? host.source.connectionId) !== host.source.connectionId) continue
      for (const breaker of host.breakers) breaker.allowRetry()
      this.#makeDue(host, 0)
    }
    this.#startDue()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#cancel?.()
    await Promise.allSettled([...this.#inFlight.values()].map(({ done }) => done))
  }

  #findOrAddHost(source: FetchSource): Host {
    const name = nameOf(source)
    const all = this.#breakers.get(source.connectionId) ?? new OutageBreaker(true)
    this.#breakers.set(source.connectionId, all)
    let known = this.#hosts.get(name)
    if (!known) {
      const heaps = { firstAttempts: new DueHeap(), retries: new DueHeap() }
      known = {
        source,
        breakers: [new OutageBreaker(true), all],
        ...heaps,
        inFlight: 0,
        newFailures: 0,
        triedAt: 0,
      }
      this.#hosts.set(name, known)
    }
    return known
  }

  #remove(id: string): void {
    const host = this.#hostOf.get(id)
    host?.firstAttempts.delete(id)
    host?.retries.delete(id)
    this.#hostOf.delete(id)
  }

  /** How long downloads of a host must wait, ms; infinite while another one tests whether the host works again. */
  #wait({ breakers, newFailures }: Host, now: number, isNew: boolean): number {
    return Math.max(
      ...breakers.map((breaker) => breaker.getWait(now, isNew && newFailures < MAX_NEW_FAILURES)),
    )
  }

  /** Starts the downloads that are due, and schedules itself for the next one. */
  #startDue(): void {
    this.#cancel?.()
    this.#cancel = null
    const { clock } = this.#dependencies
    for (let next = this.#next(); next !== null; next = this.#next()) {
      const { host, isNew, at } = next
      if (at > clock.now()) {
        this.#cancel = clock.after(at - clock.now(), () => this.#startDue())
        return
      }
      const id = (isNew ? host.firstAttempts : host.retries).popDue(clock.now())
      if (id === null) return
      this.#hostOf.delete(id)
      this.#start(id, host, isNew)
    }
  }

  /** The next download and its time. Of several that are due, the one of the host that was tried longest ago. */
  #next(): { host: Host; isNew: boolean; at: number } | null {
    const now = this.#dependencies.clock.now()
    let first: { host: Host; isNew: boolean; at: number } | null = null
    if (this.#closed || this.#inFlight.size >= MAX_IN_FLIGHT) return null
    for (const host of this.#hosts.values()) {
      if (host.inFlight >= MAX_PER_HOST) continue
      for (const isNew of [true, false]) {
        const due = (isNew ? host.firstAttempts : host.retries).nextDue()
        if (due === null) continue
        const at = Math.max(now, due, now + this.#wait(host, now, isNew))
        const isFirst = !first || at < first.at || (at === first.at && host.triedAt < first.host.triedAt)
        if (Number.isFinite(at) && isFirst) first = { host, isNew, at }
      }
    }
    return first
  }

  #start(id: string, host: Host, isNew: boolean): void {
    const now = this.#dependencies.clock.now()
    host.inFlight++
    host.triedAt = now
    this.#triedAt.set(id, now)
    const endTest = this.#startTest(host, now)
    this.#inFlight.set(id, { host, done: this.#run(id, host, isNew, endTest) })
  }

  /** Counts a download as a test of its host and connection. Returns a function that ends the test. */
  #startTest({ breakers }: Host, now: number): () => void {
    let isRunning = true
    const end = (): void => {
      if (isRunning) for (const breaker of breakers) breaker.recordSettled()
      isRunning = false
    }
    for (const breaker of breakers) breaker.recordSent(now)
    const cancel = this.#dependencies.clock.after(MAX_TEST_MS, () => {
      end()
      this.#startDue()
    })
    return () => {
      cancel()
      end()
    }
  }

  async #run(id: string, host: Host, isNew: boolean, endTest: () => void): Promise<void> {
    const outcome = await this.#dependencies.fetch(id)
    this.#inFlight.delete(id)
    host.inFlight--
    endTest()
    if (outcome === 'responded') this.#onResponse(host)
    if (outcome === 'failed') {
      if (isNew) host.newFailures++
      for (const breaker of host.breakers) breaker.recordFailure(this.#dependencies.clock.now(), 'failed')
    }
    if (!this.#hostOf.has(id)) this.#triedAt.delete(id)
    if (host.inFlight + host.firstAttempts.size + host.retries.size === 0)
      this.#hosts.delete(nameOf(host.source))
    this.#startDue()
  }

  #onResponse(host: Host): void {
    const now = this.#dependencies.clock.now()
    const isBack = host.breakers.some((breaker) => breaker.isOpen(now))
    for (const breaker of host.breakers) breaker.recordSuccess(now)
    host.newFailures = 0
    if (isBack) this.#makeDue(host, MIN_RETRY_AGE_MS)
  }

  /** Makes the retries of a host due now, except those that are running or were tried in the last `minAgeMs`. */
  #makeDue(host: Host, minAgeMs: number): void {
    const now = this.#dependencies.clock.now()
    for (const [id, waitingFor] of this.#hostOf)
      if (
        waitingFor === host &&
        host.retries.has(id) &&
        !this.#inFlight.has(id) &&
        now - (this.#triedAt.get(id) ?? 0) >= minAgeMs
      )
        host.retries.set(id, now)
  }
}

const nameOf = ({ connectionId, host }: FetchSource): string => `${connectionId}/${host}`
