import type { DetectedLimit } from '../../../../src-preload/contract/types/queue.ts'
import type { Clock } from '../../world.ts'
import { AdaptiveRateLimiter } from './AdaptiveRateLimiter.ts'
import { isLocalFault, type Exchange } from '../http/Exchange.ts'
import { HeaderRateLimiter, type MinuteLimit } from './HeaderRateLimiter.ts'
import { isDailyLimit, readLimitHeaders, readRetryAfter } from './limitHeaders.ts'
import { createMonotonicClock, type MonotonicClock } from './createMonotonicClock.ts'
import { OutageBreaker } from './OutageBreaker.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Easel's own backoff after a rejection, doubled with each further one. */
const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 15 * 60_000
/**
 * This many polls in a row that failed without a success show an outage of polls. Fewer may be the trouble of single jobs. Polls of jobs in
 * doubt don't count (`DoubtBudget`).
 */
const POLL_FAILURES_TO_OPEN = 20
/** After this many responses in a row without limit headers, the stated limit is no longer used. */
const DROP_LIMIT_AFTER = 3

/** Requests that share a limit: one operation, or all polls, prices or models of a connection (service.md §Rate limits). */
export interface RateLimitKey {
  kind: DetectedLimit['kind'] | 'models'
  connectionId: string
  /** Only for the kind `send`. */
  operation?: string
  /**
   * Only for polls: the first one about a job that the service has just accepted. It passes a breaker that is open for another reason
   * than a rate limit, closes it if it succeeds, and otherwise leaves it as it is, so that the trouble of other jobs does not delay this one.
   */
  isFirst?: boolean
}

interface Entry {
  key: RateLimitKey
  /** The breaker of all requests of its kind on its connection, and its operation's own one. */
  breakers: readonly OutageBreaker[]
  adaptiveLimiter: AdaptiveRateLimiter
  /** Null if the service states no limit. */
  headerLimiter: HeaderRateLimiter | null
  /** Number of responses in a row without limit headers. */
  responsesWithoutLimit: number
  /** Number of requests without a response. */
  inFlight: number
  /** When the last request was sent. */
  sentAt: number
  /** Number of rejections (429) in a row. */
  rejections: number
  rejectedAt: number
  /** Nothing is sent before this time: the later of the service's Retry-After and Easel's own backoff. */
  resumeAt: number
  /** Requests per day; null if unknown. */
  dayLimit: number | null
  /** Requests of this day, as counted by Easel or stated by the service. */
  dayUsed: number
  /** The UTC day, because the service counts by it. */
  day: number
}

/** Decides when a request may be sent: by stated and measured rate limits, backoff after rejections, and a circuit breaker for outages. */
export class RateLimits {
  readonly #wallClock: Clock
  /** The clock of all times in this class. */
  readonly clock: MonotonicClock
  readonly #entries = new Map<string, Entry>()
  readonly #breakers = new Map<string, OutageBreaker>()
  /** When a connection's address or key changed last, by its id. */
  readonly #forgottenAt = new Map<string, number>()

  constructor(clock: Clock) {
    this.#wallClock = clock
    this.clock = createMonotonicClock(clock)
  }

  /** How long a request has to wait in milliseconds; 0 if it may be sent; Infinity until a request in flight has its response. */
  getWait(key: RateLimitKey): number {
    const entry = this.#getEntry(key)
    const now = this.clock.now()
    const pace = (entry.headerLimiter ?? entry.adaptiveLimiter).getWait(now)
    return Math.max(getBreakerWait(entry, key, now), pace, this.#getHeldUntil(entry) - now)
  }

  /** Until when nothing of this kind may be sent, in integer milliseconds of the wall clock; null if only the rate is limited. */
  getHeldUntil(key: RateLimitKey): number | null {
    const entry = this.#getEntry(key)
    const now = this.clock.now()
    const pause = getBreakerWait(entry, key, now)
    return this.#toWallTime(Math.max(this.#getHeldUntil(entry), Number.isFinite(pause) ? now + pause : now))
  }

  /** Whether requests of this kind keep failing, so that they are sent one at a time with pauses. */
  isFailing(key: RateLimitKey): boolean {
    return this.#getEntry(key).breakers.some((breaker) => breaker.isOpen(this.clock.now()))
  }

  /** Must be called right before a request is sent, and followed by `recordOutcome` or `recordSettled`. */
  recordSent(key: RateLimitKey): void {
    const entry = this.#getEntry(key)
    const now = this.clock.now()
    entry.inFlight++
    entry.sentAt = now
    if (!key.isFirst) for (const breaker of entry.breakers) breaker.recordSent(now)
    entry.adaptiveLimiter.recordSent(now)
    entry.headerLimiter?.recordSent(now)
  }

  /** A request passed to `recordSent` is no longer in flight and has no outcome: it was never sent, or Easel aborted it. */
  recordSettled(key: RateLimitKey): void {
    const entry = this.#getEntry(key)
    entry.inFlight = Math.max(0, entry.inFlight - 1)
    if (!key.isFirst) for (const breaker of entry.breakers) breaker.recordSettled()
    entry.headerLimiter?.recordSettled()
  }

  /**
   * Records the outcome of a request that was passed to `recordSent` and sent at `sentAt` (wall clock). `isUnderstood` is whether the
   * response was what this kind of request expects, or a rejection of just this request by the service itself; null if it shows nothing
   * about other requests. Ignored if the connection's address or key has changed since.
   */
  recordOutcome(key: RateLimitKey, sentAt: number, exchange: Exchange, isUnderstood: boolean | null): void {
    const entry = this.#getEntry(key)
    const now = this.clock.now()
    const sentTime = sentAt + this.clock.aheadMs()
    if (sentTime < (this.#forgottenAt.get(key.connectionId) ?? 0)) return
    const isLimited = exchange.kind === 'response' && exchange.status === 429
    this.recordSettled(key)
    if (isLocalFault(exchange)) return
    const failure = isLimited ? 'limited' : isConnectionFault(exchange) ? 'unreachable' : 'failed'
    for (const breaker of isUnderstood === null ? [] : entry.breakers)
      if (isUnderstood) breaker.recordSuccess(now)
      else if (!key.isFirst) breaker.recordFailure(now, failure)
    if (exchange.kind === 'fault') return
    const stated = applyHeaders(entry, exchange.headers)
    if (isLimited) this.#applyRejection(entry, sentTime, exchange.headers, stated.minute)
    else applyAcceptance(entry, now, sentTime, stated)
  }

  /**
   * Lets one request of each matching kind through an open breaker, because the user retried or the network returned. A wait that the
   * service requested still applies.
   */
  allowRetry(match: Partial<RateLimitKey> = {}): void {
    for (const { key, breakers } of this.#entries.values())
      if (matchesKey(key, match)) for (const breaker of breakers) breaker.allowRetry()
  }

  /** Drops everything about a connection whose address or key changed. */
  forget(connectionId: string): void {
    this.#forgottenAt.set(connectionId, this.clock.now())
    for (const [name, { key }] of this.#entries)
      if (key.connectionId === connectionId) this.#entries.delete(name)
    for (const name of this.#breakers.keys())
      if (name.startsWith(`${connectionId}/`)) this.#breakers.delete(name)
  }

  /** The daily quota of this kind, and until when it is used up; null if none is known. */
  getDailyQuota(key: RateLimitKey): { limit: number; left: number; until: number | null } | null {
    const entry = this.#getEntry(key)
    const { dayLimit: limit, dayUsed } = entry
    const left = Math.max(0, (limit ?? 0) - dayUsed)
    return limit === null ? null : { limit, left, until: this.#toWallTime(this.#getHeldUntil(entry)) }
  }

  list(): DetectedLimit[] {
    return [...this.#entries.values()].flatMap(
      ({ key: { kind, connectionId, operation = null }, ...entry }) => {
        if (kind === 'models') return []
        const { rate } = entry.headerLimiter ?? entry.adaptiveLimiter
        const { dayLimit, dayUsed } = entry
        const waitsUntil = this.#toWallTime(this.#getHeldUntil(entry))
        const used = dayLimit === null ? null : dayUsed
        return [{ connectionId, kind, operation, rate, dayLimit, dayUsed: used, waitsUntil }]
      },
    )
  }

  #applyRejection(
    entry: Entry,
    sentAt: number,
    headers: Record<string, string>,
    stated: MinuteLimit | null,
  ): void {
    const now = this.clock.now()
    const retryAfter = readRetryAfter(headers, this.#wallClock.now())
    const isDaily = isDailyLimit(headers, this.#wallClock.now())
    // Requests that were in flight together are rejected for the same reason, so only the first one counts.
    const isFirst = sentAt >= entry.rejectedAt
    if (isFirst) entry.rejections++
    if (isFirst && !isDaily) entry.adaptiveLimiter.recordRejected(now)
    if (!isDaily) entry.headerLimiter?.recordRejected(now, retryAfter, stated)
    entry.rejectedAt = now
    const interval = entry.headerLimiter ? 0 : entry.adaptiveLimiter.interval
    const pause = Math.max(FIRST_PAUSE_MS, interval) * 2 ** Math.min(entry.rejections - 1, 30)
    const serviceWait = isDaily
      ? Math.min(retryAfter ?? HOUR_MS, this.#getDayEnd(entry) - now)
      : (retryAfter ?? 0)
    entry.resumeAt = Math.max(entry.resumeAt, now + Math.max(Math.min(MAX_PAUSE_MS, pause), serviceWait))
  }

  /** A quota that is used up by Easel's own count is tried once an hour, because the count or the limit may be wrong. */
  #getHeldUntil(entry: Pick<Entry, 'dayLimit' | 'dayUsed' | 'day' | 'sentAt' | 'resumeAt'>): number {
    const isUsedUp = entry.dayLimit !== null && entry.dayUsed >= entry.dayLimit
    return Math.max(entry.resumeAt, isUsedUp ? Math.min(this.#getDayEnd(entry), entry.sentAt + HOUR_MS) : 0)
  }

  #getDayEnd({ day }: Pick<Entry, 'day'>): number {
    return (day + 1) * DAY_MS + this.clock.aheadMs()
  }

  #toWallTime(until: number): number | null {
    return until > this.clock.now() ? Math.ceil(until - this.clock.aheadMs()) : null
  }

  #getEntry(key: RateLimitKey): Entry {
    const { kind, connectionId, operation = '' } = key
    const name = `${connectionId}/${kind}/${operation}`
    const day = Math.floor(this.#wallClock.now() / DAY_MS)
    let entry = this.#entries.get(name)
    if (!entry)
      this.#entries.set(name, (entry = { key, breakers: this.#getBreakers(key, name), ...createEntry(day) }))
    // A daily limit is dropped when it is not stated on the next day. A clock set back by hours starts no new day.
    if (day > entry.day || day < entry.day - 1) Object.assign(entry, { day, dayUsed: 0, dayLimit: null })
    return entry
  }

  #getBreakers({ kind, connectionId, operation }: RateLimitKey, name: string): OutageBreaker[] {
    return [`${connectionId}/${kind}`, ...(operation === undefined ? [] : [name])].map((breakerName) => {
      const failuresToOpen = kind === 'poll' ? POLL_FAILURES_TO_OPEN : null
      const breaker = this.#breakers.get(breakerName) ?? new OutageBreaker({ failuresToOpen })
      this.#breakers.set(breakerName, breaker)
      return breaker
    })
  }
}

/** Whether an exchange shows that no request of its connection can succeed: it could not be sent, or the key is rejected. */
export const isConnectionFault = (exchange: Exchange): boolean =>
  exchange.kind === 'fault' ? !exchange.sent : exchange.status === 401

/** Whether a request matches a partial key. */
export const matchesKey = (
  key: RateLimitKey,
  { kind, connectionId, operation }: Partial<RateLimitKey>,
): boolean =>
  (kind ?? key.kind) === key.kind &&
  (connectionId ?? key.connectionId) === key.connectionId &&
  (operation ?? key.operation) === key.operation

const getBreakerWait = ({ breakers }: Entry, { isFirst }: RateLimitKey, now: number): number =>
  Math.max(...breakers.map((breaker) => (isFirst && !breaker.isLimited ? 0 : breaker.getWait(now))))

const createEntry = (day: number): Omit<Entry, 'key' | 'breakers'> => ({
  adaptiveLimiter: new AdaptiveRateLimiter(),
  headerLimiter: null,
  responsesWithoutLimit: 0,
  inFlight: 0,
  sentAt: 0,
  rejections: 0,
  rejectedAt: 0,
  resumeAt: 0,
  dayLimit: null,
  dayUsed: 0,
  day,
})

const applyAcceptance = (entry: Entry, now: number, sentAt: number, stated: StatedLimits): void => {
  entry.rejections = 0
  // A request was accepted although the quota seemed used up, and no header states the remainder, so the quota no longer exists.
  if (!stated.isDayStated && entry.dayLimit !== null && ++entry.dayUsed > entry.dayLimit)
    entry.dayLimit = null
  entry.adaptiveLimiter.recordAccepted()
  entry.responsesWithoutLimit = stated.minute ? 0 : entry.responsesWithoutLimit + 1
  if (stated.minute) entry.headerLimiter ??= new HeaderRateLimiter(now, entry.inFlight)
  else if (entry.responsesWithoutLimit >= DROP_LIMIT_AFTER) entry.headerLimiter = null
  entry.headerLimiter?.recordAccepted(now, stated.minute, sentAt)
}

interface StatedLimits {
  minute: MinuteLimit | null
  isDayStated: boolean
}

const applyHeaders = (entry: Entry, headers: Record<string, string>): StatedLimits => {
  const { minute, daily } = readLimitHeaders(headers)
  entry.dayLimit = daily?.limit ?? entry.dayLimit
  const isDayStated = daily?.remaining != null && entry.dayLimit !== null
  if (isDayStated) entry.dayUsed = Math.max(0, (entry.dayLimit ?? 0) - (daily.remaining ?? 0))
  return { minute: minute?.limit == null ? null : minute, isDayStated }
}
