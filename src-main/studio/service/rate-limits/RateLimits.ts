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
/** Own backoff after a refusal, doubled with each further one. */
const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 15 * 60_000
/** So many responses in a row without limit headers: the service no longer states its limit. */
const DROP_LIMIT_AFTER = 3

/** Requests the service limits together: one operation, or all polls, prices or models of a connection (service.md §Rate limits). */
export interface RateLimitKey {
  kind: LearntLimit['kind'] | 'models'
  connectionId: string
  /** Of `send`. */
  operation?: string
}

interface Entry {
  key: RateLimitKey
  /** Its own, and that of all requests of its kind on its connection. */
  breakers: readonly OutageBreaker[]
  adaptive: AdaptiveRateLimiter
  /** Follows the stated limit; null while none is stated. */
  stated: HeaderRateLimiter | null
  /** Responses in a row without limit headers. */
  withoutLimit: number
  inFlight: number
  sentAt: number
  refusals: number
  refusedAt: number
  /** Nothing is sent before: the later of what the service asked for and our own backoff. */
  resumeAt: number
  dayLimit: number | null
  dayUsed: number
  /** UTC, because the service counts by it. */
  day: number
}

/** When which request may go: stated and measured rate limits, backoff after refusals, and a circuit breaker for outages. */
export class RateLimits {
  readonly #wall: Clock
  /** Of all times in here. */
  readonly clock: MonotonicClock
  readonly #entries = new Map<string, Entry>()
  readonly #breakers = new Map<string, OutageBreaker>()

  constructor(clock: Clock) {
    this.#wall = clock
    this.clock = monotonicClock(clock)
  }

  /** How long a request has to wait, in milliseconds; 0: it may go; Infinity: until one in flight is answered. */
  wait(key: RateLimitKey): number {
    const entry = this.#entry(key)
    const now = this.clock.now()
    const pace = (entry.stated ?? entry.adaptive).wait(now)
    return Math.max(pauseOf(entry, now), pace, this.#heldUntil(entry) - now)
  }

  /** Until when nothing of this kind may be sent, in whole milliseconds of the wall clock; null: only the pace is limited. */
  heldUntil(key: RateLimitKey): number | null {
    const entry = this.#entry(key)
    const now = this.clock.now()
    const pause = pauseOf(entry, now)
    return this.#toWall(Math.max(this.#heldUntil(entry), Number.isFinite(pause) ? now + pause : now))
  }

  /** Whether requests of this kind fail one after another, so that only one is tried now and then. */
  isOut(key: RateLimitKey): boolean {
    const now = this.clock.now()
    return this.#entry(key).breakers.some((breaker) => breaker.isOpen(now))
  }

  /** To be called right before a request is sent; `note` or `settled` follows. */
  take(key: RateLimitKey): void {
    const entry = this.#entry(key)
    const now = this.clock.now()
    entry.inFlight++
    entry.sentAt = now
    for (const breaker of entry.breakers) breaker.take(now)
    entry.adaptive.take(now)
    entry.stated?.take(now)
  }

  /** A request that was taken is in flight no longer: it was never sent, or we gave it up ourselves. */
  settled(key: RateLimitKey): void {
    const entry = this.#entry(key)
    entry.inFlight = Math.max(0, entry.inFlight - 1)
    for (const breaker of entry.breakers) breaker.settled()
    entry.stated?.settled()
  }

  /**
   * What came of a request that was taken and sent at `sentAt` (wall clock). `isUnderstood`: whether it was what this kind of request
   * expects, or the service's own refusal of just this request.
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
   * Lets one request of each kind that fits `about` through at once: the user asked, or the network returned. What the service
   * asked for still holds.
   */
  retryNow(about: Partial<RateLimitKey> = {}): void {
    for (const { key, breakers } of this.#entries.values())
      if (fits(key, about)) for (const breaker of breakers) breaker.retryNow()
  }

  /** Forgets what was learnt of a connection whose address or key changed. */
  clear(connectionId: string): void {
    for (const [name, { key }] of this.#entries)
      if (key.connectionId === connectionId) this.#entries.delete(name)
    for (const name of this.#breakers.keys())
      if (name.startsWith(`${connectionId}/`)) this.#breakers.delete(name)
  }

  /** The day's quota of this kind, and until when it is used up; null: none is known. */
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
    const named = retryAfterMs(headers, this.#wall.now())
    const isDaily = isDailyLimit(headers, this.#wall.now())
    // Requests that were in flight together with a refused one show the same refusal.
    const isFirst = sentAt >= entry.refusedAt
    if (isFirst) entry.refusals++
    if (isFirst && !isDaily) entry.adaptive.refused(now)
    if (!isDaily) entry.stated?.refused(now, named, stated)
    entry.refusedAt = now
    const interval = entry.stated ? 0 : entry.adaptive.interval
    const pause = Math.max(FIRST_PAUSE_MS, interval) * 2 ** Math.min(entry.refusals - 1, 30)
    const wanted = isDaily ? Math.min(named ?? HOUR_MS, this.#dayEnd(entry) - now) : (named ?? 0)
    entry.resumeAt = Math.max(entry.resumeAt, now + Math.max(Math.min(MAX_PAUSE_MS, pause), wanted))
  }

  /** A day's quota that is used up by our own count is tried once an hour: the count or the limit may be wrong. */
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
    return [`${connectionId}/${kind}`, ...(operation === undefined ? [] : [name])].map((of) => {
      const breaker = this.#breakers.get(of) ?? new OutageBreaker()
      this.#breakers.set(of, breaker)
      return breaker
    })
  }
}

/** Whether a request is one of those that `about` describes. */
export const fits = (key: RateLimitKey, { kind, connectionId, operation }: Partial<RateLimitKey>): boolean =>
  (kind ?? key.kind) === key.kind &&
  (connectionId ?? key.connectionId) === key.connectionId &&
  (operation ?? key.operation) === key.operation

const pauseOf = ({ breakers }: Entry, now: number): number =>
  Math.max(...breakers.map((one) => one.wait(now)))

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
  // Accepted although the day's quota seemed used up, and no header says what is left: there is no such quota any more.
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
