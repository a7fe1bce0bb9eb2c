import type { LearntLimit } from '../../../../src-preload/contract/types/queue.ts'
import type { Clock } from '../../world.ts'
import { AdaptiveRateLimiter } from './AdaptiveRateLimiter.ts'
import type { Exchange } from '../client/Exchange.ts'
import { HeaderRateLimiter, type MinuteLimit } from './HeaderRateLimiter.ts'
import { isDailyLimit } from './isDailyLimit.ts'
import { limitHeaders } from './limitHeaders.ts'
import { monotonicClock, type MonotonicClock } from './monotonicClock.ts'
import { OutageBreaker } from './OutageBreaker.ts'
import { retryAfterMs } from './retryAfterMs.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Easel's own backoff after a refusal, doubled with each further one. */
const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 15 * 60_000
/** After this many responses in a row without limit headers, the service no longer states its limit. */
const DROP_LIMIT_AFTER = 3

/** Requests that share a limit: one operation, or all polls, prices or models of a connection (service.md §Rate limits). */
export interface RateLimitKey {
  kind: LearntLimit['kind'] | 'models'
  connectionId: string
  /** Only for the kind `send`. */
  operation?: string
}

interface Entry {
  key: RateLimitKey
  /** Its own breaker, and that of all requests of its kind on its connection. */
  breakers: readonly OutageBreaker[]
  adaptive: AdaptiveRateLimiter
  /** Follows the stated limit; null if none is stated. */
  stated: HeaderRateLimiter | null
  /** Number of responses in a row without limit headers. */
  withoutLimit: number
  inFlight: number
  sentAt: number
  refusals: number
  refusedAt: number
  /** Nothing is sent before this time: the later of the service's Retry-After and Easel's own backoff. */
  resumeAt: number
  dayLimit: number | null
  dayUsed: number
  /** The UTC day, because the service counts by it. */
  day: number
}

/** Decides when a request may be sent: by stated and measured rate limits, backoff after refusals, and a circuit breaker for outages. */
export class RateLimits {
  readonly #wall: Clock
  /** The clock of all times in this class. */
  readonly clock: MonotonicClock
  readonly #entries = new Map<string, Entry>()
  readonly #breakers = new Map<string, OutageBreaker>()

  constructor(clock: Clock) {
    this.#wall = clock
    this.clock = monotonicClock(clock)
  }

  /** How long a request has to wait in milliseconds; 0 if it may be sent; Infinity until a request in flight has its response. */
  wait(key: RateLimitKey): number {
    const entry = this.#entry(key)
    const now = this.clock.now()
    const pace = (entry.stated ?? entry.adaptive).wait(now)
    return Math.max(pauseOf(entry, now), pace, this.#heldUntil(entry) - now)
  }

  /** Until when nothing of this kind may be sent, in integer milliseconds of the wall clock; null if only the rate is limited. */
  heldUntil(key: RateLimitKey): number | null {
    const entry = this.#entry(key)
    const now = this.clock.now()
    const pause = pauseOf(entry, now)
    return this.#toWall(Math.max(this.#heldUntil(entry), Number.isFinite(pause) ? now + pause : now))
  }

  /** Whether requests of this kind keep failing, so that only one is tried from time to time. */
  isOut(key: RateLimitKey): boolean {
    const now = this.clock.now()
    return this.#entry(key).breakers.some((breaker) => breaker.isOpen(now))
  }

  /** Must be called right before a request is sent, and followed by `note` or `settled`. */
  take(key: RateLimitKey): void {
    const entry = this.#entry(key)
    const now = this.clock.now()
    entry.inFlight++
    entry.sentAt = now
    for (const breaker of entry.breakers) breaker.take(now)
    entry.adaptive.take(now)
    entry.stated?.take(now)
  }

  /** A request passed to `take` is no longer in flight: it was never sent, or Easel aborted it. */
  settled(key: RateLimitKey): void {
    const entry = this.#entry(key)
    entry.inFlight = Math.max(0, entry.inFlight - 1)
    for (const breaker of entry.breakers) breaker.settled()
    entry.stated?.settled()
  }

  /**
   * Records the outcome of a request that was passed to `take` and sent at `sentAt` (wall clock). `isUnderstood` is whether the response
   * was what this kind of request expects, or a rejection of just this request by the service itself.
   */
  note(key: RateLimitKey, sentAt: number, exchange: Exchange, isUnderstood: boolean): void {
    const entry = this.#entry(key)
    const now = this.clock.now()
    const isLimited = exchange.kind === 'answer' && exchange.status === 429
    this.settled(key)
    const isUnsent = exchange.kind === 'fault' && !exchange.sent
    for (const breaker of entry.breakers)
      if (isUnderstood) breaker.succeeded(now)
      else breaker.failed(now, isUnsent ? 'unreachable' : isLimited ? 'limited' : 'failed')
    if (exchange.kind === 'fault') return
    const stated = readHeaders(entry, exchange.headers)
    if (isLimited) this.#refused(entry, sentAt + this.clock.ahead(), exchange.headers, stated.minute)
    else accepted(entry, now, stated)
  }

  /**
   * Lets one request of each kind that matches `about` through immediately, because the user retried or the network returned. A wait that
   * the service requested still applies.
   */
  retryNow(about: Partial<RateLimitKey> = {}): void {
    for (const { key, breakers } of this.#entries.values())
      if (fits(key, about)) for (const breaker of breakers) breaker.retryNow()
  }

  /** Forgets everything about a connection whose address or key changed. */
  clear(connectionId: string): void {
    for (const [name, { key }] of this.#entries)
      if (key.connectionId === connectionId) this.#entries.delete(name)
    for (const name of this.#breakers.keys())
      if (name.startsWith(`${connectionId}/`)) this.#breakers.delete(name)
  }

  /** The daily quota of this kind, and until when it is used up; null if none is known. */
  quota(key: RateLimitKey): { limit: number; left: number; until: number | null } | null {
    const entry = this.#entry(key)
    const { dayLimit: limit, dayUsed } = entry
    const left = Math.max(0, (limit ?? 0) - dayUsed)
    return limit === null ? null : { limit, left, until: this.#toWall(this.#heldUntil(entry)) }
  }

  list(): LearntLimit[] {
    return [...this.#entries.values()].flatMap(
      ({ key: { kind, connectionId, operation = null }, ...entry }) => {
        if (kind === 'models') return []
        const { rate } = entry.stated ?? entry.adaptive
        const { dayLimit, dayUsed } = entry
        const waitsUntil = this.#toWall(this.#heldUntil(entry))
        const used = dayLimit === null ? null : dayUsed
        return [{ connectionId, kind, operation, rate, dayLimit, dayUsed: used, waitsUntil }]
      },
    )
  }

  #refused(entry: Entry, sentAt: number, headers: Record<string, string>, stated: MinuteLimit | null): void {
    const now = this.clock.now()
    const retryAfter = retryAfterMs(headers, this.#wall.now())
    const isDaily = isDailyLimit(headers, this.#wall.now())
    // Requests that were in flight together with a refused one show the same refusal.
    const isFirst = sentAt >= entry.refusedAt
    if (isFirst) entry.refusals++
    if (isFirst && !isDaily) entry.adaptive.refused(now)
    if (!isDaily) entry.stated?.refused(now, retryAfter, stated)
    entry.refusedAt = now
    const interval = entry.stated ? 0 : entry.adaptive.interval
    const pause = Math.max(FIRST_PAUSE_MS, interval) * 2 ** Math.min(entry.refusals - 1, 30)
    const serviceWait = isDaily
      ? Math.min(retryAfter ?? HOUR_MS, this.#dayEnd(entry) - now)
      : (retryAfter ?? 0)
    entry.resumeAt = Math.max(entry.resumeAt, now + Math.max(Math.min(MAX_PAUSE_MS, pause), serviceWait))
  }

  /** A daily quota that is used up by Easel's own count is tried once an hour, because the count or the limit may be wrong. */
  #heldUntil(entry: Pick<Entry, 'dayLimit' | 'dayUsed' | 'day' | 'sentAt' | 'resumeAt'>): number {
    const isUsedUp = entry.dayLimit !== null && entry.dayUsed >= entry.dayLimit
    return Math.max(entry.resumeAt, isUsedUp ? Math.min(this.#dayEnd(entry), entry.sentAt + HOUR_MS) : 0)
  }

  #dayEnd({ day }: Pick<Entry, 'day'>): number {
    return (day + 1) * DAY_MS + this.clock.ahead()
  }

  #toWall(until: number): number | null {
    return until > this.clock.now() ? Math.ceil(until - this.clock.ahead()) : null
  }

  #entry(key: RateLimitKey): Entry {
    const { kind, connectionId, operation = '' } = key
    const name = `${connectionId}/${kind}/${operation}`
    const day = Math.floor(this.#wall.now() / DAY_MS)
    let entry = this.#entries.get(name)
    if (!entry)
      this.#entries.set(name, (entry = { key, breakers: this.#breakersOf(key, name), ...newEntry(day) }))
    // A daily limit is dropped when it is not stated on the next day. A clock set back by hours starts no new day.
    if (day > entry.day || day < entry.day - 1) Object.assign(entry, { day, dayUsed: 0, dayLimit: null })
    return entry
  }

  #breakersOf({ kind, connectionId, operation }: RateLimitKey, name: string): OutageBreaker[] {
    return [`${connectionId}/${kind}`, ...(operation === undefined ? [] : [name])].map((breakerName) => {
      const breaker = this.#breakers.get(breakerName) ?? new OutageBreaker()
      this.#breakers.set(breakerName, breaker)
      return breaker
    })
  }
}

/** Whether a request matches a partial key. */
export const fits = (key: RateLimitKey, { kind, connectionId, operation }: Partial<RateLimitKey>): boolean =>
  (kind ?? key.kind) === key.kind &&
  (connectionId ?? key.connectionId) === key.connectionId &&
  (operation ?? key.operation) === key.operation

const pauseOf = ({ breakers }: Entry, now: number): number =>
  Math.max(...breakers.map((breaker) => breaker.wait(now)))

const newEntry = (day: number): Omit<Entry, 'key' | 'breakers'> => ({
  adaptive: new AdaptiveRateLimiter(),
  stated: null,
  withoutLimit: 0,
  inFlight: 0,
  sentAt: 0,
  refusals: 0,
  refusedAt: 0,
  resumeAt: 0,
  dayLimit: null,
  dayUsed: 0,
  day,
})

const accepted = (entry: Entry, now: number, stated: StatedLimits): void => {
  entry.refusals = 0
  // Accepted although the daily quota seemed used up, and no header states what is left, so the quota no longer exists.
  if (!stated.isDayStated && entry.dayLimit !== null && ++entry.dayUsed > entry.dayLimit)
    entry.dayLimit = null
  entry.adaptive.accepted()
  entry.withoutLimit = stated.minute ? 0 : entry.withoutLimit + 1
  if (stated.minute) entry.stated ??= new HeaderRateLimiter(now, entry.inFlight)
  else if (entry.withoutLimit >= DROP_LIMIT_AFTER) entry.stated = null
  entry.stated?.accepted(now, stated.minute)
}

interface StatedLimits {
  minute: MinuteLimit | null
  isDayStated: boolean
}

const readHeaders = (entry: Entry, headers: Record<string, string>): StatedLimits => {
  const { minute, daily } = limitHeaders(headers)
  entry.dayLimit = daily?.limit ?? entry.dayLimit
  const isDayStated = daily?.remaining != null && entry.dayLimit !== null
  if (isDayStated) entry.dayUsed = Math.max(0, (entry.dayLimit ?? 0) - (daily.remaining ?? 0))
  return { minute: minute?.limit == null ? null : minute, isDayStated }
}
