const FIRST_GUESS_MS = 25
const LONGEST_GUESS_MS = 60_000
/** The interval counts as known when the longest refused and the shortest accepted one are this close. */
const CLOSE = 0.006
const CLOSE_MS = 2
/** Where between the longest refused and the shortest accepted one the next try lies: by what a refusal costs. */
const HALF = 0.5
const WARY = 0.8
/** Half of what is known is tried after so many accepted requests, and twice as many each time it was no accident. */
const DOUBTED_AFTER = 1000
/** The same where little goes through, and waiting for a false limit costs most. */
const SLOW_MS = 5000
const SLOW_DOUBTED_AFTER = 25

/**
 * The shortest interval between requests that a service without any burst accepts, found by narrowing down: one request at a time
 * until it is known. Times are milliseconds.
 */
export class NarrowLimit {
  #refused = 0
  #accepted: number
  #last: number
  #tries = 0
  #isOut = false
  #isCostly = false
  /** Not doubted at present. */
  #isTrusted = true
  #streak = 0
  #patience = 1

  /** `accepted`: an interval known to do; infinite where none is. `last`: when the last accepted request was sent. */
  constructor({ accepted, last }: { accepted: number; last: number }) {
    this.#accepted = accepted
    this.#last = last
    if (Number.isFinite(accepted)) this.#refused = accepted * (1 - CLOSE)
  }

  get interval(): number | null {
    return Number.isFinite(this.#accepted) ? this.#accepted : null
  }

  get #isKnown(): boolean {
    if (!Number.isFinite(this.#accepted)) return false
    const open = this.#accepted - this.#refused
    return open <= CLOSE * this.#accepted || open <= CLOSE_MS
  }

  /** When the next request may go; null: not before the one on its way is answered. */
  next(): number | null {
    if (this.#isOut && !(this.#isKnown && this.#isTrusted)) return null
    return this.#last + Math.min(LONGEST_GUESS_MS, this.#try())
  }

  take(now: number): void {
    this.#isOut = true
    if (this.#isKnown && this.#isTrusted) this.#last = now
  }

  dropped(): void {
    this.#isOut = false
  }

  success(sentAt: number): void {
    this.#isOut = false
    const interval = sentAt - this.#last
    if (this.#isDoubt(interval)) {
      // Half the interval will do: what was refused was an accident.
      this.#refused = 0
      this.#patience = 1
      this.#accepted = Math.max(1, interval)
      this.#isTrusted = true
    } else if (!this.#isKnown && interval > 0) this.#accepted = Math.min(this.#accepted, interval)
    this.#last = Math.max(this.#last, sentAt)
    this.#tries = 0
    if (!this.#isKnown || !this.#isTrusted) return
    const enough = this.#accepted > SLOW_MS ? SLOW_DOUBTED_AFTER : DOUBTED_AFTER
    if (++this.#streak < enough * this.#patience) return
    this.#streak = 0
    this.#isTrusted = this.#accepted <= CLOSE_MS
  }

  /** `costMs`: how long the service wants to be left alone for it. */
  refused(sentAt: number, costMs: number): void {
    if (costMs > this.#accepted / 2) this.#isCostly = true
    this.#isOut = false
    if (this.#isDoubt(sentAt - this.#last)) {
      this.#isTrusted = true
      this.#patience *= 2
      return
    }
    this.#tries++
    if (this.#isKnown) {
      // Known, and refused all the same: a little more, so that the way there may vary.
      this.#accepted *= 1 + CLOSE
      this.#refused = this.#accepted * (1 - CLOSE)
      return
    }
    const interval = sentAt - this.#last
    this.#refused = Math.max(this.#refused, interval)
    if (interval >= this.#accepted) this.#accepted = interval * (1 + CLOSE) + 1
  }

  /** Whether a request so long after the last was the one that asks if the known interval is an accident. */
  #isDoubt(interval: number): boolean {
    return this.#isKnown && !this.#isTrusted && this.#tries === 0 && interval < this.#refused * 0.75
  }

  #try(): number {
    if (!Number.isFinite(this.#accepted)) return Math.max(FIRST_GUESS_MS, this.#refused * 1.7)
    if (this.#isKnown && !this.#isTrusted && this.#tries === 0) return this.#refused / 2
    if (this.#tries > 0 || this.#isKnown) return this.#accepted
    return this.#refused + (this.#accepted - this.#refused) * (this.#isCostly ? WARY : HALF)
  }
}
