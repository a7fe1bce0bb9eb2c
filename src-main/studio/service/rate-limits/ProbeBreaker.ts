const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/**
 * Pauses after the first four failed requests; each further one is followed by `MAX_REQUEST_PAUSE_MS`. The first five pauses
 * span more than two days, so that few requests are risked in an outage.
 */
const REQUEST_PAUSES_MS = [2 * SECOND_MS, 30 * SECOND_MS, 10 * MINUTE_MS, 6 * HOUR_MS]
const MAX_REQUEST_PAUSE_MS = 48 * HOUR_MS
/** Pause after the first failed probe. Doubled after each further one, up to the maximum. */
const PROBE_PAUSE_MS = 30 * SECOND_MS
const MAX_PROBE_PAUSE_MS = 15 * MINUTE_MS

/** The state of an open or half-open breaker: requests of its scope are blocked or sent one at a time. */
interface TrippedCircuit {
  /** Failed requests since the last success. */
  failures: number
  failedProbes: number
  /** When the next attempt may be made: a probe, or a request if `isHalfOpen`. Infinity while a probe is running. */
  nextAt: number
  /** Whether its last probe succeeded, so that one request may be sent. */
  isHalfOpen: boolean
}

/**
 * A circuit breaker for requests that may cost money and therefore can't serve as probes. After a failure, a scope (a connection or one
 * of its operations) gets no request until a harmless probe succeeds; then one at a time until one succeeds. Times are in milliseconds.
 */
export class ProbeBreaker {
  readonly #trippedCircuits = new Map<string, TrippedCircuit>()

  /** Whether the breaker of a scope is open or half-open: its requests are blocked or sent one at a time. */
  isTripped(scope: string): boolean {
    return this.#trippedCircuits.has(scope)
  }

  /** Whether a probe has to succeed before the next request of the scope. */
  needsProbe(scope: string): boolean {
    return this.#trippedCircuits.get(scope)?.isHalfOpen === false
  }

  /** `isHarmless`: the request certainly had no effect, so the next one may be sent sooner. */
  recordFailure(scope: string, now: number, isHarmless: boolean): void {
    const circuit = this.#trippedCircuits.get(scope) ?? {
      failures: 0,
      failedProbes: 0,
      nextAt: now,
      isHalfOpen: false,
    }
    this.#trippedCircuits.set(scope, circuit)
    const pause = REQUEST_PAUSES_MS[circuit.failures++] ?? MAX_REQUEST_PAUSE_MS
    const nextAt = now + (isHarmless ? Math.min(pause, MAX_PROBE_PAUSE_MS) : pause)
    Object.assign(circuit, { isHalfOpen: false, nextAt: Math.max(circuit.nextAt, nextAt) })
  }

  recordSuccess(scope: string): void {
    this.#trippedCircuits.delete(scope)
  }

  recordProbeStart(scope: string): void {
    const circuit = this.#trippedCircuits.get(scope)
    if (circuit) circuit.nextAt = Number.POSITIVE_INFINITY
  }

  recordProbeEnd(scope: string, now: number, isWorking: boolean): void {
    const circuit = this.#trippedCircuits.get(scope)
    if (!circuit) return
    const pause = Math.min(MAX_PROBE_PAUSE_MS, PROBE_PAUSE_MS * 2 ** Math.min(circuit.failedProbes, 20))
    if (!isWorking) circuit.failedProbes++
    Object.assign(circuit, { isHalfOpen: isWorking, nextAt: isWorking ? now : now + pause })
  }

  /** Allows the next probe of the matching scopes immediately, because the user retried or the network returned. */
  allowProbes(now: number, matches: (scope: string) => boolean): void {
    for (const [scope, circuit] of this.#trippedCircuits)
      if (matches(scope) && Number.isFinite(circuit.nextAt)) circuit.nextAt = now
  }

  /** Scopes in which no attempt may be made yet, and until when; Infinity while a probe is running. */
  listWaiting(now: number): { scope: string; at: number }[] {
    return [...this.#trippedCircuits].flatMap(([scope, { nextAt }]) =>
      nextAt > now ? [{ scope, at: nextAt }] : [],
    )
  }
}
