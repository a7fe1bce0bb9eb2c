/** What the service says of its own limit beside an answer. */
export interface Told {
  /** Requests a minute. */
  limit: number | null
  remaining: number | null
}

const MINUTE_MS = 60_000
const SECOND_MS = 1000
/** Paced a little slower than told, so that requests bunched on their way meet no empty bucket; what is left over shows in `remaining`. */
const SLACK = 0.98
/** Of what remains so much stays untouched, for the same reason. */
const KEPT = 3

/**
 * A limit that the service tells with every answer (facts.md §4): what remains is sent at once, the rest at the told rate;
 * or, where a refusal shows that it counts by windows of a minute, when the next window begins. Times are milliseconds.
 */
export class ToldLimit {
  #perMinute = 1
  /** Requests that may go at once. */
  #credit = 0
  #most = 0
  #out: number
  #slot: number
  /** End of the window, where it counts by windows. */
  #windowEnd: number | null = null
  #isFeeling = false

  /** `out`: requests on their way. */
  constructor(now: number, out: number) {
    this.#slot = now
    this.#out = out
  }

  get #interval(): number {
    return MINUTE_MS / this.#perMinute / SLACK
  }

  /** A few are kept back of a bucket; a window is used up whole. */
  get #kept(): number {
    return this.#windowEnd === null ? Math.min(KEPT, Math.floor(this.#most / 4)) : 0
  }

  /** How long the next request has to wait; null: not before one on its way is answered. */
  wait(now: number): number | null {
    if (this.#credit > 0) return 0
    if (this.#windowEnd === null) return Math.max(0, this.#slot + this.#interval - now)
    if (now < this.#windowEnd) return this.#windowEnd - now
    return this.#isFeeling ? null : 0
  }

  take(now: number): void {
    this.#out++
    if (this.#windowEnd !== null && now >= this.#windowEnd && this.#credit === 0) this.#isFeeling = true
    if (this.#credit > 0) this.#credit--
    else this.#slot = Math.max(this.#slot + this.#interval, now)
  }

  /** One that was taken came to nothing, or to an answer that tells nothing. */
  dropped(): void {
    this.#out = Math.max(0, this.#out - 1)
    this.#isFeeling = false
  }

  success(now: number, told: Told | null): void {
    this.dropped()
    // The first request of a window began it, at the latest when its answer came.
    if (this.#windowEnd !== null && now >= this.#windowEnd) this.#windowEnd = now + MINUTE_MS
    this.#heed(told)
  }

  /** `retryAfterMs`: the wait the service named. */
  refused(now: number, retryAfterMs: number | null, told: Told | null): void {
    this.dropped()
    this.#heed(told)
    this.#credit = 0
    this.#slot = now + (retryAfterMs ?? 0) - this.#interval
    // A bucket would have its next token sooner.
    if (retryAfterMs !== null && retryAfterMs > MINUTE_MS / this.#perMinute + SECOND_MS)
      this.#windowEnd = now + retryAfterMs
  }

  #heed(told: Told | null): void {
    if (told === null) return
    if (told.limit !== null && told.limit > 0) this.#perMinute = told.limit
    if (told.remaining === null) return
    this.#most = Math.max(this.#most, told.remaining)
    this.#credit = Math.max(0, told.remaining - this.#out - this.#kept)
  }
}
