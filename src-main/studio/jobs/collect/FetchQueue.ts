import type { MonotonicClock } from '../../service/rate-limits/createMonotonicClock.ts'
import { DoubtBudget } from '../../service/rate-limits/DoubtBudget.ts'
import { OutageBreaker } from '../../service/rate-limits/OutageBreaker.ts'
import { DueHeap } from '../poll/DueHeap.ts'

/** Maximum numbers of downloads that began in the last second, of one host and of all hosts together. */
const MAX_RECENT_PER_HOST = 6
const MAX_RECENT = 12
/** A download that runs for longer than this is no longer counted in these, so that slow and hanging ones don't delay others. */
const RECENT_MS = 1000
/** Maximum numbers of concurrent downloads, which only slow and hanging ones reach. */
const MAX_PER_HOST = 128
const MAX_IN_FLIGHT = 256
/** If a host responds but nothing of it can be downloaded, results that were not requested yet are tried at this interval. */
const FIRST_INTERVAL_MS = 2000
/** This many failed downloads of different results in a row show that a host is down. Fewer may be the trouble of single results. */
const FAILURES_TO_OPEN = 20
/** How often a result that a host delivers, but that can't be used as it is, is requested again outside of the budget of its connection. */
const RETRIES = 2
/** If no download of a connection succeeded for this long, the cause of failed ones may have been an outage. */
const OUTAGE_MS = 60_000
/** If this many results came into doubt since the last success, the cause may have been a short outage. */
const MANY_DOUBTFUL = 3
/** Up to this many failed attempts, a result does not wait for the growing pauses of those in doubt. */
const RECENT_DOUBT_COUNT = 3
/** When a connection works again, its waiting downloads start at once, except those that were tried this recently. */
const MIN_RETRY_AGE_MS = 5 * 60_000
/**
 * A download that runs for longer than this no longer tests whether its host works, so that the retries of others don't wait for its end. If
 * its host does not respond, it fails sooner.
 */
const MAX_TEST_MS = 3 * 60_000

/**
 * What a download attempt shows about its host. `responded`: it works; `unusable`: it works, but there is no usable result behind this
 * link; `failed`: the transfer failed, perhaps only of this link; `unreachable`: the host can't be reached; `none`: nothing, for example
 * because the disk was full.
 */
export type AttemptOutcome = 'responded' | 'unusable' | 'failed' | 'unreachable' | 'none'

/** Where a result comes from: its host, which may serve several connections, and the connection it belongs to. */
export interface FetchSource {
  connectionId: string
  host: string
}

/** In the order in which due downloads are started. See `PollQueue`. */
const RANKS = ['first', 'recent', 'in_doubt'] as const
type Rank = (typeof RANKS)[number]

interface Connection {
  readonly budget: DoubtBudget
  /** Jobs that are in doubt only since the last successful download. */
  readonly newlyDoubtful: Set<string>
}

interface Host {
  readonly source: FetchSource
  readonly connection: Connection
  readonly breaker: OutageBreaker
  readonly due: Record<Rank, DueHeap>
  recent: number
  inFlight: number
  /** When the last download was started, by the monotonic clock. */
  triedAt: number
}

/** A result that is not downloaded yet. */
interface Fetch {
  /** The host whose queue it waits in; null while it is downloaded. */
  host: Host | null
  /** Failed attempts whose cause may be this result. */
  doubtCount: number
  /** How often it may be requested outside of the budget. */
  retries: number
  /** When its last download was started; null if none was. */
  triedAt: number | null
  /** Its running download. */
  running: { host: Host; isDoubtful: boolean; done: Promise<void> } | null
}

interface Dependencies {
  clock: MonotonicClock
  /** Fetches the result of a job; must not reject. */
  fetch: (id: string) => Promise<AttemptOutcome>
}

/**
 * Schedules downloads, a few at once per host. A result whose download fails is in doubt and shares the `DoubtBudget` of its connection,
 * so that it delays no other. Only a host that can't be reached, or of which nothing can be downloaded, delays all its results. The caller
 * decides when the next attempt of each job is due.
 */
export class FetchQueue {
  readonly #dependencies: Dependencies
  /** By connection and host name. */
  readonly #hosts = new Map<string, Host>()
  readonly #connections = new Map<string, Connection>()
  /** By job. */
  readonly #fetches = new Map<string, Fetch>()
  readonly #inFlight = new Set<string>()
  #recent = 0
  #cancel: (() => void) | null = null
  #closed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  has(id: string): boolean {
    return this.#fetches.has(id)
  }

  /**
   * Schedules a download after `delayMs`; without a delay it is a first attempt. Returns the earliest time it can start, in ms since the
   * epoch.
   */
  add(id: string, source: FetchSource, delayMs: number): number {
    const { clock } = this.#dependencies
    const now = clock.now()
    const host = this.#findOrAddHost(source)
    if (this.#closed) return Math.ceil(now + delayMs - clock.aheadMs())
    const fetch = this.#findOrAddFetch(id)
    this.#enqueue(id, fetch, host, now + delayMs)
    // If this attempt of the job is running, it has just failed.
    const rank = rankOf(fetch.running ? { ...fetch, doubtCount: fetch.doubtCount + 1 } : fetch)
    const wait = this.#wait(host, rank, now)
    this.#startDue()
    return Math.ceil(now + Math.max(delayMs, Number.isFinite(wait) ? wait : 0) - clock.aheadMs())
  }

  /** Starts a download immediately, even in an outage, because the user asked for it. */
  startNow(id: string, source: FetchSource): void {
    if (this.#closed || this.#inFlight.has(id)) return
    this.#start(id, this.#findOrAddFetch(id), this.#findOrAddHost(source), false)
  }

  /** Counts a second request of a running download, whose link was renewed. Returns false if it must not be sent. */
  tryCountSecondRequest(id: string): boolean {
    const running = this.#fetches.get(id)?.running
    const now = this.#dependencies.clock.now()
    if (!running || running.host.breaker.isOpen(now)) return false
    if (!running.isDoubtful) return true
    const { budget } = running.host.connection
    if (budget.getWait(now, true) > 0) return false
    budget.recordSent(now)
    return true
  }

  /**
   * Lets one download of a connection start immediately, for example when the network returned. Null means all connections.
   */
  retryNow(connectionId: string | null): void {
    for (const host of this.#hosts.values()) {
      if ((connectionId ?? host.source.connectionId) !== host.source.connectionId) continue
      host.breaker.allowRetry()
      host.connection.budget.allowRetry()
    }
    for (const [id, fetch] of this.#fetches)
      if (fetch.host && (connectionId ?? fetch.host.source.connectionId) === fetch.host.source.connectionId)
        this.#makeDue(id, fetch, 0)
    this.#startDue()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#cancel?.()
    await Promise.allSettled([...this.#inFlight].flatMap((id) => this.#fetches.get(id)?.running?.done ?? []))
  }

  #findOrAddHost(source: FetchSource): Host {
    const connection = this.#connections.get(source.connectionId) ?? {
      budget: new DoubtBudget(),
      newlyDoubtful: new Set(),
    }
    this.#connections.set(source.connectionId, connection)
    const name = nameOf(source)
    let host = this.#hosts.get(name)
    if (!host) {
      const due = { first: new DueHeap(), recent: new DueHeap(), in_doubt: new DueHeap() }
      const breaker = new OutageBreaker({ failuresToOpen: FAILURES_TO_OPEN })
      host = { source, connection, breaker, due, recent: 0, inFlight: 0, triedAt: 0 }
      this.#hosts.set(name, host)
    }
    return host
  }

  #findOrAddFetch(id: string): Fetch {
    let fetch = this.#fetches.get(id)
    if (!fetch) {
      fetch = { host: null, doubtCount: 0, retries: RETRIES, triedAt: null, running: null }
      this.#fetches.set(id, fetch)
    }
    return fetch
  }

  #enqueue(id: string, fetch: Fetch, host: Host, due: number): void {
    this.#dequeue(id, fetch)
    host.due[rankOf(fetch)].set(id, due)
    fetch.host = host
  }

  /** Removes a waiting download from its queue. Returns when it was due. */
  #dequeue(id: string, fetch: Fetch): number | undefined {
    const heap = fetch.host && Object.values(fetch.host.due).find((waiting) => waiting.has(id))
    const due = heap?.dueOf(id)
    heap?.delete(id)
    fetch.host = null
    return due
  }

  /** How long a download must wait, ms; infinite while another one tests whether the host works again. */
  #wait({ breaker, connection, triedAt }: Host, rank: Rank, now: number): number {
    if (isLimited(breaker, rank))
      return Math.max(breaker.getWait(now), connection.budget.getWait(now, rank === 'recent'))
    return breaker.isOpen(now) ? Math.max(0, triedAt + FIRST_INTERVAL_MS - now) : 0
  }

  /** Starts the downloads that are due, and schedules itself for the next one. */
  #startDue(): void {
    this.#cancel?.()
    this.#cancel = null
    const { clock } = this.#dependencies
    for (let next = this.#next(); next !== null; next = this.#next()) {
      const { host, rank, at } = next
      if (at > clock.now()) {
        this.#cancel = clock.after(at - clock.now(), () => this.#startDue())
        return
      }
      const id = host.due[rank].popDue(clock.now())
      const fetch = id === null ? undefined : this.#fetches.get(id)
      if (id === null || !fetch) return
      this.#start(id, fetch, host, isLimited(host.breaker, rank))
    }
  }

  /** The next download and its time. Of several that are due, the one with the first rank, of the host that was tried longest ago. */
  #next(): { host: Host; rank: Rank; at: number } | null {
    const now = this.#dependencies.clock.now()
    let first = null as { host: Host; rank: Rank; at: number } | null
    if (this.#closed || this.#recent >= MAX_RECENT || this.#inFlight.size >= MAX_IN_FLIGHT) return null
    for (const rank of RANKS)
      for (const host of this.#hosts.values()) {
        if (host.recent >= MAX_RECENT_PER_HOST || host.inFlight >= MAX_PER_HOST) continue
        const due = host.due[rank].nextDue()
        if (due === null) continue
        const at = Math.max(now, due, now + this.#wait(host, rank, now))
        const isTriedEarlier = first?.rank === rank && at === first.at && host.triedAt < first.host.triedAt
        if (Number.isFinite(at) && (!first || at < first.at || isTriedEarlier)) first = { host, rank, at }
      }
    return first
  }

  /** `isDoubtful`: whether the download is one of those within the budget of its connection. */
  #start(id: string, fetch: Fetch, host: Host, isDoubtful: boolean): void {
    const now = this.#dependencies.clock.now()
    this.#dequeue(id, fetch)
    host.triedAt = now
    fetch.triedAt = now
    const { budget } = host.connection
    if (isDoubtful) budget.recordSent(now)
    else if (fetch.doubtCount === 0) budget.recordInOrder(now)
    else {
      fetch.retries--
      budget.recordRetry()
    }
    const end = this.#count(host, now)
    this.#inFlight.add(id)
    const done = this.#run(id, fetch, host, isDoubtful, end)
    fetch.running = { host, isDoubtful, done }
  }

  /** Counts a download of a host, and as a test of whether it works. Returns a function to call at its end. */
  #count(host: Host, now: number): () => void {
    const { clock } = this.#dependencies
    const once = (run: () => void): (() => void) => {
      let isPending = true
      return () => {
        if (isPending) run()
        isPending = false
      }
    }
    host.breaker.recordSent(now)
    host.inFlight++
    host.recent++
    this.#recent++
    const endTest = once(() => host.breaker.recordSettled())
    const endRecent = once(() => {
      host.recent--
      this.#recent--
    })
    const endAndStart = (end: () => void) => () => {
      end()
      this.#startDue()
    }
    const cancels = [
      clock.after(RECENT_MS, endAndStart(endRecent)),
      clock.after(MAX_TEST_MS, endAndStart(endTest)),
    ]
    return () => {
      for (const cancel of cancels) cancel()
      endTest()
      endRecent()
      host.inFlight--
    }
  }

  async #run(id: string, fetch: Fetch, host: Host, isDoubtful: boolean, end: () => void): Promise<void> {
    const outcome = await this.#dependencies.fetch(id)
    this.#inFlight.delete(id)
    fetch.running = null
    end()
    this.#recordOutcome(id, fetch, host, outcome, isDoubtful)
    if (fetch.host) this.#enqueue(id, fetch, fetch.host, this.#dequeue(id, fetch) ?? 0)
    else this.#forget(id, host)
    if (host.inFlight + RANKS.reduce((sum, rank) => sum + host.due[rank].size, 0) === 0)
      this.#hosts.delete(nameOf(host.source))
    this.#startDue()
  }

  #forget(id: string, host: Host): void {
    host.connection.newlyDoubtful.delete(id)
    this.#fetches.delete(id)
  }

  #recordOutcome(id: string, fetch: Fetch, host: Host, outcome: AttemptOutcome, isDoubtful: boolean): void {
    const now = this.#dependencies.clock.now()
    const { breaker, connection } = host
    if (outcome === 'responded') this.#onResponse(connection, now)
    if (outcome === 'responded' || outcome === 'unusable') breaker.recordSuccess(now)
    if (outcome === 'unreachable') breaker.recordFailure(now, 'unreachable')
    if (outcome === 'failed' && (!isDoubtful || breaker.isOpen(now))) breaker.recordFailure(now, 'failed')
    if (outcome === 'responded' || outcome === 'none') return
    if (outcome === 'unreachable') return
    if (fetch.doubtCount++ === 0) connection.newlyDoubtful.add(id)
    // The transfer may fail because the host does. Only a host that works is asked again at once.
    if (outcome === 'failed' && now - connection.budget.succeededAt > OUTAGE_MS) fetch.retries = 0
  }

  /** After an outage, each result that came into doubt since its beginning is requested again outside of the budget. */
  #onResponse({ budget, newlyDoubtful }: Connection, now: number): void {
    const isOutageOver = now - budget.succeededAt >= OUTAGE_MS || newlyDoubtful.size >= MANY_DOUBTFUL
    budget.recordSuccess(now)
    const hosts = new Set<Host>()
    for (const id of isOutageOver ? newlyDoubtful : []) {
      const fetch = this.#fetches.get(id)
      if (!fetch) continue
      fetch.retries = Math.max(1, fetch.retries)
      if (fetch.host) hosts.add(fetch.host)
      this.#makeDue(id, fetch, MIN_RETRY_AGE_MS)
    }
    for (const host of hosts) host.breaker.allowRetry()
    newlyDoubtful.clear()
  }

  /** Makes a waiting retry due now, and updates its rank, unless it was tried in the last `minAgeMs`. */
  #makeDue(id: string, fetch: Fetch, minAgeMs: number): void {
    const now = this.#dependencies.clock.now()
    const { host, triedAt } = fetch
    if (!host || fetch.running) return
    const due = this.#dequeue(id, fetch) ?? now
    const isOldEnough = now - (triedAt ?? Number.NEGATIVE_INFINITY) >= minAgeMs
    this.#enqueue(id, fetch, host, isOldEnough ? Math.min(due, now) : due)
  }
}

const rankOf = ({ doubtCount, retries }: Pick<Fetch, 'doubtCount' | 'retries'>): Rank => {
  if (doubtCount === 0 || retries > 0) return 'first'
  return doubtCount <= RECENT_DOUBT_COUNT ? 'recent' : 'in_doubt'
}

/** Whether a download is within the budget of its connection: its result is in doubt, or its host can't be reached. */
const isLimited = (breaker: OutageBreaker, rank: Rank): boolean => rank !== 'first' || breaker.isUnreachable

const nameOf = ({ connectionId, host }: FetchSource): string => `${connectionId}/${host}`
