import { fitRate, type Span } from './fitRate.ts'
import { NarrowLimit } from './NarrowLimit.ts'
import { ToldLimit, type Told } from './ToldLimit.ts'

const FIRST_GUESS_MS = 25
const LONGEST_GUESS_MS = 60_000
/** Growth of the rate with each accepted request: while it is not known, while it is roughly, and to notice that it rose. */
const SEARCH = 1.07
const SEARCH_COSTLY = 1.03
/** Where a costly wait let a whole burst through again, the rate is looked for from so many bursts in that time on. */
const FIRST_COSTLY = 2
/** A rate measured over so many tokens is tried this much over one of them: too low would stay too low. */
const DOUBT = 0.6
const CREEP = 1.02
const PROBE = 1.001
/** The same where a refusal costs much: so little that what is saved up makes up for it for some hundred requests. */
const WARY = 1.00002
/** Accepted requests without growth after a correction. */
const STEADY = 200
const STEADY_WHEN_COSTLY = 1000
const STEADY_WHEN_ROUGH = 50
const ENOUGH = 8
/** A wait asked of us beyond this, and beyond three requests' time, costs more than what is refused. */
const COSTLY_MS = 300
/** What was accepted so long before the first refusal can have been of one burst; only of a quick one is the size sure. */
const BURST_WITHIN_MS = 10_000
const QUICK_MS = 500
/** Of what a costly wait has saved up, this much is spent at once; the rest makes up for a rate measured too high. */
const SPENT_AT_ONCE = 0.75
/** Tokens measured between two refusals that make a rate as good as known. */
const WELL_MEASURED = 30
const MOST_KEPT = 5000
/** Slower than this nothing is paced: it would be for the service to name a moment. */
const SLOWEST = 1 / 60
/** Of the rate, at one refusal. */
const MOST_FALL = 20
/** Unmet for so long, a limit is taken for gone: to meet it again costs one refusal. */
const FORGOTTEN_MS = 3_600_000
/** How soon to look again while one request feels the way; its answer is looked at at once. */
const LOOK_AGAIN_MS = 1000

/**
 * How often the service lets one kind of request through, learnt from what it refuses and from what it says of itself. It
 * keeps the service's bucket near empty: nothing runs over unused, little is refused, and nothing is sent before the
 * moment the service has named. Times are milliseconds.
 */
export class LearntLimit {
  /** Requests a second; null while no limit was met. */
  #rate: number | null = null
  #stage: 'free' | 'search' | 'steady' | 'measured' = 'free'
  #burst = 0
  /** From the first request of that burst to its refusal: what ran in meanwhile is not part of the burst. */
  #burstMs = 0
  #slot = 0
  #emptyAt = 0
  #resumeAt = 0
  #accepted: number[] = []
  #refusals = 0
  #isFeeling = false
  #patience = 0
  #isCostly = false
  #hasGrown = false
  /** Whether the last request went as early as the rate allowed. */
  #isBound = false
  #narrow: NarrowLimit | null = null
  #told: ToldLimit | null = null
  /** Requests taken and not answered. */
  #out = 0
  /** Saved up while the service was left alone: may go at once. */
  #credit = 0

  /** Measured, though perhaps a little too low. */
  get #isWary(): boolean {
    return this.#stage === 'measured' && this.#patience > STEADY
  }

  get rate(): number | null {
    const interval = this.#narrow?.interval ?? null
    return interval === null ? this.#rate : 1000 / interval
  }

  get burst(): number {
    return this.#burst
  }

  /** Until when the service wants to be left alone, in its own words or by our guess; null: it does not. */
  heldUntil(now: number): number | null {
    return this.#resumeAt > now ? this.#resumeAt : null
  }

  /** Takes up what an earlier run learnt, `idleMs` after it last asked for anything. */
  restore({ rate, burst }: { rate: number; burst: number }, now: number, idleMs = 0): void {
    this.#rate = rate
    this.#burst = burst
    this.#stage = 'measured'
    this.#patience = STEADY_WHEN_COSTLY
    this.#slot = now - Math.max(0, idleMs)
    this.#emptyAt = now
    if (burst <= 1) this.#narrow = new NarrowLimit({ accepted: 1000 / rate, last: now })
  }

  /** How long a request has to wait; 0: it may go. */
  wait(now: number): number {
    const held = this.#resumeAt - now
    if (this.#told) return Math.max(this.#told.wait(now) ?? LOOK_AGAIN_MS, held)
    if (this.#narrow) {
      const next = this.#narrow.next()
      return next === null ? LOOK_AGAIN_MS : Math.max(0, next - now, held)
    }
    if (this.#isFeeling) return LOOK_AGAIN_MS
    if (this.#credit > 0) return Math.max(0, held)
    const slot = this.#rate === null ? 0 : this.#slot + 1000 / this.#rate
    return Math.max(0, slot - now, held)
  }

  /** A request goes now. */
  take(now: number): void {
    this.#out++
    if (this.#told) return this.#told.take(now)
    if (this.#stage !== 'free' && now - this.#emptyAt > FORGOTTEN_MS && now >= this.#resumeAt) this.#forget()
    if (this.#stage === 'search' && this.#rate === null && this.#burst <= 1 && !this.#narrow)
      this.#narrow = new NarrowLimit({ accepted: Number.POSITIVE_INFINITY, last: this.#accepted[0] ?? now })
    if (this.#narrow) return this.#narrow.take(now)
    if (this.#refusals > 0) this.#isFeeling = true
    const interval = this.#rate === null ? 0 : 1000 / this.#rate
    this.#isBound = this.#credit === 0 && now - this.#slot < 2 * interval
    const saved = now - Math.max(2, this.#spendable(this.#burst)) * interval
    if (this.#credit > 0) this.#credit--
    else this.#slot += interval
    // Left alone, the service's bucket fills: so much may be made up for at once.
    this.#slot = Math.max(this.#slot, saved)
  }

  /** One that was taken never went out, or nobody knows whether it arrived. */
  dropped(): void {
    this.#answered()
    this.#isFeeling = false
    this.#narrow?.dropped()
    this.#told?.dropped()
  }

  success(now: number, sentAt: number, told: Told | null = null): void {
    this.#heed(told, now)
    this.#answered()
    if (this.#told) return this.#told.success(now, told)
    if (this.#narrow) return this.#narrow.success(sentAt)
    if (sentAt < this.#resumeAt) {
      // Sent before a refusal and answered after it: part of the first burst.
      if (this.#rate === null) this.#burst++
      if (this.#stage === 'search' && this.#accepted.length === 0) this.#accepted.push(sentAt)
      return
    }
    if (this.#accepted.length < MOST_KEPT) this.#accepted.push(sentAt)
    if (this.#stage === 'free') return
    if (this.#refusals > 0) {
      this.#refusals = 0
      this.#isFeeling = false
      const waited = (now - this.#emptyAt) / 1000
      this.#rate ??= Math.max(
        SLOWEST,
        (this.#isCostly ? Math.max(1, this.#burst) * FIRST_COSTLY : 1) / waited,
      )
    }
    // Where less was wanted than the rate allows, an answer says nothing of a higher one.
    if (this.#rate === null || !this.#isBound) return
    if (this.#patience > 0) {
      this.#patience--
      if (this.#isWary) this.#rate *= WARY
    } else {
      this.#hasGrown = true
      const search = this.#isCostly ? SEARCH_COSTLY : SEARCH
      this.#rate *= this.#stage === 'search' ? search : this.#stage === 'steady' ? CREEP : PROBE
    }
  }

  refused(now: number, sentAt: number, retryAfterMs: number | null, told: Told | null = null): void {
    this.#heed(told, now)
    this.#answered()
    this.#credit = 0
    this.#isFeeling = false
    const until = retryAfterMs === null ? 0 : now + retryAfterMs
    if (this.#told) {
      this.#resumeAt = Math.max(this.#resumeAt, until)
      return this.#told.refused(now, retryAfterMs, told)
    }
    if (this.#narrow) {
      this.#resumeAt = Math.max(this.#resumeAt, until)
      this.#emptyAt = now
      return this.#narrow.refused(sentAt, retryAfterMs ?? 0)
    }
    if (sentAt < this.#resumeAt) {
      this.#resumeAt = Math.max(this.#resumeAt, until)
      return
    }
    if (this.#refusals === 0) this.#learn(now)
    const guess = Math.min(LONGEST_GUESS_MS, FIRST_GUESS_MS * 2 ** this.#refusals)
    const own = this.#rate === null || this.#refusals > 0 ? guess : 1000 / this.#rate
    this.#refusals++
    // Coming back with the very token the service names would meet an empty bucket again.
    const isShort = retryAfterMs !== null && this.#rate !== null && retryAfterMs < own
    this.#resumeAt = now + (isShort ? own : (retryAfterMs ?? own))
    this.#isCostly = retryAfterMs !== null && retryAfterMs > Math.max(COSTLY_MS, 3000 / (this.#rate ?? 1000))
    this.#slot = this.#resumeAt
    if (!this.#isCostly || isShort) return
    const filled = ((this.#rate ?? Number.POSITIVE_INFINITY) * (this.#resumeAt - now)) / 1000
    this.#credit = this.#spendable(Math.min(this.#burst, filled))
  }

  #answered(): void {
    this.#out = Math.max(0, this.#out - 1)
  }

  #spendable(tokens: number): number {
    return Math.max(0, Math.floor(tokens * SPENT_AT_ONCE) - 1)
  }

  #forget(): void {
    this.#rate = null
    this.#stage = 'free'
    this.#burst = 0
    this.#refusals = 0
    this.#accepted = []
    this.#narrow = null
  }

  /** The service's own word on its limit is believed from the first on. */
  #heed(told: Told | null, now: number): void {
    if (told === null || told.limit === null || told.limit <= 0) return
    this.#rate = Math.max(SLOWEST, told.limit / 60)
    this.#burst = Math.max(this.#burst, 2, told.remaining ?? 0)
    this.#narrow = null
    this.#told ??= new ToldLimit(now, this.#out)
  }

  #learn(now: number): void {
    const n = this.#accepted.length
    const first = this.#accepted[0]
    const span = { from: this.#emptyAt, accepted: this.#accepted, to: now }
    this.#emptyAt = now
    this.#accepted = []
    if (this.#stage === 'free') {
      const latest = span.accepted.filter((at) => now - at < BURST_WITHIN_MS)
      this.#burst = latest.length
      this.#burstMs = now - (latest[0] ?? now)
      this.#stage = 'search'
      if (first !== undefined) this.#accepted.push(first)
      return
    }
    const rate = this.#rate ?? 1
    // Where little was asked for, little was let through: that is no measure.
    const estimate = Math.max(SLOWEST, rate / MOST_FALL, n < MOST_KEPT ? this.#fit(span) : rate)
    if (n === 0) this.#rate = Math.max(SLOWEST, rate * 0.9)
    else if (this.#isCostly) this.#correctCostly(estimate, n)
    else if (this.#hasGrown) {
      this.#stage = 'steady'
      this.#patience = STEADY
    } else if (n < ENOUGH) {
      this.#rate = Math.max(rate * 0.97, Math.min(rate, estimate))
      this.#patience = STEADY
    } else {
      this.#rate = Math.min(estimate, rate) * 1.008
      this.#stage = 'measured'
      this.#patience = STEADY
    }
    this.#hasGrown = false
  }

  /** The first burst let some through that came in while it lasted: how many, only the rate tells. */
  #fit(span: Omit<Span, 'burst'>): number {
    let rate = fitRate({ ...span, burst: this.#burst })
    if (this.#burstMs === 0 || this.#burstMs > QUICK_MS) return rate
    const most = this.#burst
    for (let n = 0; n < 4; n++) {
      this.#burst = Math.max(1, most / 2, most - Math.floor((rate * this.#burstMs) / 1000))
      rate = fitRate({ ...span, burst: this.#burst })
    }
    this.#burstMs = 0
    return rate
  }

  /** Where a refusal costs far more than a request's place, one good measurement has to do for long. */
  #correctCostly(estimate: number, n: number): void {
    const measured = Math.max(n / 2, n - this.#burst)
    const isGood = measured >= WELL_MEASURED
    this.#rate = estimate * (1 + DOUBT / measured)
    this.#stage = 'measured'
    this.#patience = isGood ? STEADY_WHEN_COSTLY : STEADY_WHEN_ROUGH
  }
}
