const MINUTE = 60_000
const MAX_REQUESTS = 2

/**
 * Checks that an outage is not flooded: without a success for a minute at most two requests a minute, besides those the user
 * asks for.
 */
export class FloodWatch {
  readonly #kind: string
  #sent: number[] = []
  #calmSince = 0
  #breach: string | null = null

  constructor(kind: string) {
    this.#kind = kind
  }

  sent(now: number): void {
    this.#sent = [...this.#sent.filter((at) => at > now - MINUTE && at > this.#calmSince + MINUTE), now]
    if (this.#sent.filter((at) => at > this.#calmSince + MINUTE).length > MAX_REQUESTS)
      this.#breach ??= `${this.#sent.length} ${this.#kind} requests within a minute of an outage at ${now}`
  }

  /** A request succeeded, the user asked for something, or the machine slept. */
  forgive(now: number): void {
    this.#calmSince = now
  }

  check(): void {
    if (this.#breach !== null) throw new Error(this.#breach)
  }
}
