import type { LearntLimit as Shown } from '../../../src-preload/contract/types/queue.ts'
import type { Exchange } from '../service/Exchange.ts'
import { isDailyLimit } from '../service/isDailyLimit.ts'
import { rateLimits } from '../service/rateLimits.ts'
import { retryAfterMs } from '../service/retryAfterMs.ts'
import type { Database } from '../storage/Database.ts'
import type { Clock } from '../world.ts'
import { LearntLimit } from './LearntLimit.ts'
import { steadyClock, type SteadyClock } from './steadyClock.ts'

const DAY_MS = 86_400_000
const SAVE_EVERY_MS = 30_000

type Headers = Record<string, string>

/** A kind of request the service limits on its own: sending a task, polling, or asking for prices (facts.md §4). */
export interface Lane {
  kind: Shown['kind']
  connectionId: string
  /** Of sending. */
  operation?: string
}

interface Page {
  lane: Lane
  limit: LearntLimit
  dayLimit: number | null
  dayUsed: number
  /** UTC, since the service counts by it. */
  day: number
  dayHeld: number | null
  savedAt: number
}

/** What was learnt of the service's limits, per minute and per day, kept over restarts. */
export class LimitBook {
  readonly #database: Database
  readonly #wall: Clock
  /** Of all limits and waits: whoever waits for a limit does so by this clock. */
  readonly clock: SteadyClock
  readonly #pages = new Map<string, Page>()

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#database = database
    this.#wall = clock
    this.clock = steadyClock(clock)
  }

  /** How long a request of this kind has to wait; 0: it may go. */
  wait(lane: Lane): number {
    const page = this.#page(lane)
    const now = this.clock.now()
    return Math.max(page.limit.wait(now), (this.#dayHeld(page, now) ?? now) - now)
  }

  /** Until when the service wants this kind to be left alone, in whole milliseconds; null: it does not. */
  heldUntil(lane: Lane): number | null {
    const page = this.#page(lane)
    const now = this.clock.now()
    const ends = [page.limit.heldUntil(now), this.#dayHeld(page, now)].filter((at) => at !== null)
    return ends.length > 0 ? Math.ceil(Math.max(...ends) - this.clock.ahead()) : null
  }

  take(lane: Lane): void {
    this.#page(lane).limit.take(this.clock.now())
  }

  /** One that was taken never went out, or nobody knows whether it arrived. */
  dropped(lane: Lane): void {
    this.#page(lane).limit.dropped()
  }

  /** What came of a request that was taken and sent. */
  note(lane: Lane, sentAt: number, exchange: Exchange): void {
    if (exchange.kind === 'fault') this.dropped(lane)
    else if (exchange.status === 429) this.refused(lane, sentAt, exchange.headers)
    else this.accepted(lane, sentAt, exchange.headers)
  }

  /** The service took a request, whatever it thought of it otherwise. */
  accepted(lane: Lane, sentAt: number, headers: Headers): void {
    const page = this.#page(lane)
    page.dayUsed++
    page.limit.success(this.clock.now(), sentAt + this.clock.ahead(), this.#heed(page, headers))
    this.#save(page)
  }

  /** 429. */
  refused(lane: Lane, sentAt: number, headers: Headers): void {
    const page = this.#page(lane)
    const now = this.clock.now()
    const told = retryAfterMs(headers, this.#wall.now())
    const minute = this.#heed(page, headers)
    if (isDailyLimit(headers, this.#wall.now())) {
      page.dayHeld = Math.min(now + (told ?? DAY_MS), this.#dayEnd(page))
      page.limit.dropped()
    } else page.limit.refused(now, sentAt + this.clock.ahead(), told, minute)
    page.savedAt = 0
    this.#save(page)
  }

  dayLimit(lane: Lane): number | null {
    return this.#page(lane).dayLimit
  }

  /** The day's quota of this kind, and until when it is used up; null: nothing is known of one. */
  quota(lane: Lane): { limit: number; left: number; until: number | null } | null {
    const page = this.#page(lane)
    const { dayLimit: limit, dayUsed } = page
    if (limit === null) return null
    const until = this.#dayHeld(page, this.clock.now())
    const left = Math.max(0, limit - dayUsed)
    return { limit, left, until: until === null ? null : until - this.clock.ahead() }
  }

  list(): Shown[] {
    return [...this.#pages.values()].map(({ lane }) => {
      const page = this.#page(lane)
      return {
        connectionId: lane.connectionId,
        kind: lane.kind,
        operation: lane.operation ?? null,
        rate: page.limit.rate,
        dayLimit: page.dayLimit,
        dayUsed: page.dayLimit === null ? null : page.dayUsed,
        waitsUntil: this.heldUntil(lane),
      }
    })
  }

  /** Writes what is not written yet. */
  close(): void {
    for (const page of this.#pages.values()) this.#write(page)
  }

  #dayHeld(page: Page, now: number): number | null {
    if (page.dayHeld !== null && page.dayHeld <= now) page.dayHeld = null
    const isUsedUp = page.dayLimit !== null && page.dayUsed >= page.dayLimit
    return page.dayHeld ?? (isUsedUp ? this.#dayEnd(page) : null)
  }

  #dayEnd({ day }: Page): number {
    return (day + 1) * DAY_MS + this.clock.ahead()
  }

  #page(lane: Lane): Page {
    const key = keyOf(lane)
    const day = Math.floor(this.#wall.now() / DAY_MS)
    let page = this.#pages.get(key)
    if (!page) this.#pages.set(key, (page = this.#read(lane, day)))
    if (isOtherDay(day, page.day)) Object.assign(page, { day, dayUsed: 0, dayHeld: null })
    return page
  }

  #heed(page: Page, headers: Headers): { limit: number | null; remaining: number | null } | null {
    const { minute, daily } = rateLimits(headers)
    if (daily && daily.limit !== null) page.dayLimit = daily.limit
    if (daily && daily.remaining !== null && page.dayLimit !== null)
      page.dayUsed = Math.max(0, page.dayLimit - daily.remaining)
    return minute
  }

  #save(page: Page): void {
    const now = this.clock.now()
    if (now - page.savedAt < SAVE_EVERY_MS && now >= page.savedAt) return
    page.savedAt = now
    this.#write(page)
  }

  #write({ lane, limit, dayLimit, dayUsed, day }: Page): void {
    if (limit.rate === null && dayLimit === null) return
    this.#database.run(
      `INSERT INTO learnt_limits (lane, rate, burst, day_limit, day_used, day, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (lane) DO UPDATE SET rate = excluded.rate, burst = excluded.burst, day_limit = excluded.day_limit,
           day_used = excluded.day_used, day = excluded.day, updated_at = excluded.updated_at`,
      keyOf(lane),
      limit.rate,
      limit.burst,
      dayLimit,
      dayUsed,
      String(day),
      this.#wall.now(),
    )
  }

  #read(lane: Lane, today: number): Page {
    const row = this.#database.get('SELECT * FROM learnt_limits WHERE lane = ?', keyOf(lane))
    const { rate, burst, day_limit: dayLimit, day_used: dayUsed, updated_at: updatedAt } = row ?? {}
    const idleMs = this.#wall.now() - Number(updatedAt)
    const kept = Number(row?.['day'] ?? today)
    const day = isOtherDay(today, kept) ? today : kept
    const limit = new LearntLimit()
    if (typeof rate === 'number' && rate > 0 && typeof burst === 'number')
      limit.restore({ rate, burst }, this.clock.now(), idleMs)
    return {
      lane,
      limit,
      dayLimit: typeof dayLimit === 'number' ? dayLimit : null,
      dayUsed: typeof dayUsed === 'number' && Number(row?.['day']) === day ? dayUsed : 0,
      day,
      dayHeld: null,
      savedAt: this.clock.now(),
    }
  }
}

/** A clock set back by hours begins no new day; one that was days ahead has told of days that are yet to come. */
const isOtherDay = (today: number, day: number): boolean => today > day || today < day - 1

const keyOf = ({ kind, connectionId, operation = '' }: Lane): string => `${kind}/${connectionId}/${operation}`
