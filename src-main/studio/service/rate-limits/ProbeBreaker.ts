const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** Pauses before the first, second … request after a failure: five of them outlast two days, so that few requests are risked. */
const REQUEST_PAUSES_MS = [2 * SECOND_MS, 30 * SECOND_MS, 10 * MINUTE_MS, 6 * HOUR_MS]
const MAX_REQUEST_PAUSE_MS = 48 * HOUR_MS
const PROBE_PAUSE_MS = 30 * SECOND_MS
const MAX_PROBE_PAUSE_MS = 15 * MINUTE_MS

interface Hold {
  failures: number
  failedProbes: number
  /** When it may be probed; Infinity while it is. */
  at: number
  isProbed: boolean
}

/**
 * A circuit breaker for requests that must not be sent just to see whether they work. A scope (a connection or one of its operations)
 * that failed gets no request until a harmless probe succeeds; then one at a time until one succeeds. Times are milliseconds.
 */
export class ProbeBreaker {
  readonly #holds = new Map<string, Hold>()

  /** Whether its requests go one at a time, if at all. */
  has(scope: string): boolean {
    return this.#holds.has(scope)
  }

  needsProbe(scope: string): boolean {
    return this.#holds.get(scope)?.isProbed === false
  }

  /** `isHarmless`: the request certainly came to nothing, so that the next one may be risked sooner. */
  failed(scope: string, now: number, isHarmless: boolean): void {
    const hold = this.#holds.get(scope) ?? { failures: 0, failedProbes: 0, at: now, isProbed: false }
    this.#holds.set(scope, hold)
    const pause = REQUEST_PAUSES_MS[hold.failures++] ?? MAX_REQUEST_PAUSE_MS
    const at = now + (isHarmless ? Math.min(pause, MAX_PROBE_PAUSE_MS) : pause)
    Object.assign(hold, { isProbed: false, at: Math.max(hold.at, at) })
  }

  succeeded(scope: string): void {
    this.#holds.delete(scope)
  }

  probing(scope: string): void {
    const hold = this.#holds.get(scope)
    if (hold) hold.at = Number.POSITIVE_INFINITY
  }

  probed(scope: string, now: number, isWorking: boolean): void {
    const hold = this.#holds.get(scope)
    if (!hold) return
    const pause = Math.min(MAX_PROBE_PAUSE_MS, PROBE_PAUSE_MS * 2 ** Math.min(hold.failedProbes, 20))
    if (!isWorking) hold.failedProbes++
    Object.assign(hold, { isProbed: isWorking, at: isWorking ? now : now + pause })
  }

  /** The next probe of some scopes may go at once: the user asked, or the network returned. */
  retryNow(now: number, isMeant: (scope: string) => boolean): void {
    for (const [scope, hold] of this.#holds) if (isMeant(scope) && Number.isFinite(hold.at)) hold.at = now
  }

  /** Scopes that may not be probed yet, and until when. */
  waiting(now: number): { scope: string; at: number }[] {
    return [...this.#holds].flatMap(([scope, { at }]) => (at > now ? [{ scope, at }] : []))
  }
}
