const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** Pauses after the first, second … failed request. They span more than two days, so that few requests are risked in an outage. */
const REQUEST_PAUSES_MS = [2 * SECOND_MS, 30 * SECOND_MS, 10 * MINUTE_MS, 6 * HOUR_MS]
const MAX_REQUEST_PAUSE_MS = 48 * HOUR_MS
/** Pause after the first failed probe. Doubled after each further one, up to the maximum. */
const PROBE_PAUSE_MS = 30 * SECOND_MS
const MAX_PROBE_PAUSE_MS = 15 * MINUTE_MS

/** A scope whose requests are blocked or sent one at a time. */
interface Block {
  /** Failed requests since the last success. */
  failures: number
  failedProbes: number
  /** When the next attempt may be made: a probe, or a request if `hasPassed`. Infinity while a probe is running. */
  nextAt: number
  /** Whether its last probe passed, so that one request may be sent. */
  hasPassed: boolean
}

/**
 * A circuit breaker for requests that may cost money, so that they can't serve as probes. After a failure, a scope (a connection or one
 * of its operations) gets no request until a harmless probe succeeds; then one at a time until one succeeds. Times are in milliseconds.
 */
export class ProbeBreaker {
  readonly #blocks = new Map<string, Block>()

  /** Whether requests of the scope are blocked or sent one at a time. */
  isBlocked(scope: string): boolean {
    return this.#blocks.has(scope)
  }

  /** Whether a probe has to pass before the next request of the scope. */
  needsProbe(scope: string): boolean {
    return this.#blocks.get(scope)?.hasPassed === false
  }

  /** `isHarmless`: the request certainly had no effect, so the next one may be sent sooner. */
  recordFailure(scope: string, now: number, isHarmless: boolean): void {
    const block = this.#blocks.get(scope) ?? { failures: 0, failedProbes: 0, nextAt: now, hasPassed: false }
    this.#blocks.set(scope, block)
    const pause = REQUEST_PAUSES_MS[block.failures++] ?? MAX_REQUEST_PAUSE_MS
    const nextAt = now + (isHarmless ? Math.min(pause, MAX_PROBE_PAUSE_MS) : pause)
    Object.assign(block, { hasPassed: false, nextAt: Math.max(block.nextAt, nextAt) })
  }

  recordSuccess(scope: string): void {
    this.#blocks.delete(scope)
  }

  recordProbeStart(scope: string): void {
    const block = this.#blocks.get(scope)
    if (block) block.nextAt = Number.POSITIVE_INFINITY
  }

  recordProbeEnd(scope: string, now: number, isWorking: boolean): void {
    const block = this.#blocks.get(scope)
    if (!block) return
    const pause = Math.min(MAX_PROBE_PAUSE_MS, PROBE_PAUSE_MS * 2 ** Math.min(block.failedProbes, 20))
    if (!isWorking) block.failedProbes++
    Object.assign(block, { hasPassed: isWorking, nextAt: isWorking ? now : now + pause })
  }

  /** Allows the next probe of the matching scopes immediately, because the user retried or the network returned. */
  allowProbes(now: number, matches: (scope: string) => boolean): void {
    for (const [scope, block] of this.#blocks)
      if (matches(scope) && Number.isFinite(block.nextAt)) block.nextAt = now
  }

  /** Scopes in which no attempt may be made yet, and until when; Infinity while a probe is running. */
  listWaiting(now: number): { scope: string; at: number }[] {
    return [...this.#blocks].flatMap(([scope, { nextAt }]) => (nextAt > now ? [{ scope, at: nextAt }] : []))
  }
}
