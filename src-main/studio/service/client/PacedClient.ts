import { isLocalFault, type Exchange } from '../http/Exchange.ts'
import { matchesKey, type RateLimitKey, type RateLimits } from '../rate-limits/RateLimits.ts'

/** The maximum wait for the rate limits. If it would be longer, the request isn't sent and the last failure is returned. */
const MAX_WAIT_MS = 5000
const POLL_INTERVAL_MS = 100

/** Returned if a request waits too long and none of its kind has failed before. */
const NOT_SENT: Exchange = {
  kind: 'fault',
  sent: false,
  cause: 'other',
  detail: 'not sent: too many requests before it',
}

/** Returned if the caller no longer needs the response before the request is sent. */
const CANCELLED: Exchange = {
  kind: 'fault',
  sent: false,
  cause: 'aborted',
  detail: 'cancelled before it was sent',
}

/** The outcome of a request that waits for the rate limits. */
export interface PacedExchange {
  exchange: Exchange
  /**
   * Until when requests of this kind are held (wall clock, ms). The request was not sent, and `exchange` is the last failure or `NOT_SENT`.
   * Null if the request was sent, or if it was not sent because it was cancelled or only the rate would have delayed it for too long.
   */
  heldUntil: number | null
}

/** A request without a response. */
interface InFlight {
  key: RateLimitKey
  /** Aborts the request, so that it is sent again. */
  controller: AbortController
}

/** Sends free requests, such as those for prices and models, when the rate limits allow it; otherwise returns the last failure. */
export class PacedClient {
  readonly #limits: RateLimits
  /** The last failure of each kind of request on each connection. */
  readonly #failures = new Map<string, Exchange>()
  readonly #inFlight = new Set<InFlight>()

  constructor(limits: RateLimits) {
    this.#limits = limits
  }

  /**
   * Sends a request when the limits allow it. `send` is called again after `resendPending` has aborted its signal. `isUnderstood`
   * returns whether the exchange shows that requests of this kind work; null if that is unknown. `cancelled` aborts when the response is
   * no longer needed.
   */
  async exchange(
    key: RateLimitKey,
    send: (signal: AbortSignal) => Promise<Exchange>,
    isUnderstood: (exchange: Exchange) => boolean | null,
    cancelled?: AbortSignal,
  ): Promise<PacedExchange> {
    for (;;) {
      const earlier = await this.#waitForTurn(key, cancelled)
      if (earlier) return earlier
      const exchange = await this.#send(key, send, isUnderstood, cancelled)
      if (exchange) return { exchange, heldUntil: null }
    }
  }

  /**
   * Aborts the matching requests that have no response yet and sends them again, within the rate limits: the connection works now, but
   * earlier requests may hang. They are free, so sending them twice costs nothing.
   */
  resendPending(match: Partial<RateLimitKey>): void {
    for (const { key, controller } of this.#inFlight) if (matchesKey(key, match)) controller.abort()
  }

  /** Like `resendPending`, and also lets one request of each matching kind through an open breaker, because the user retried. */
  retryNow(match: Partial<RateLimitKey>): void {
    this.#limits.allowRetry(match)
    this.resendPending(match)
  }

  /**
   * Waits until the limits allow a request, counts it as sent and returns null. If that would take too long, returns the last failure; if
   * the request was cancelled, `CANCELLED`.
   */
  async #waitForTurn(key: RateLimitKey, cancelled?: AbortSignal): Promise<PacedExchange | null> {
    const { clock } = this.#limits
    const until = clock.now() + MAX_WAIT_MS
    for (;;) {
      if (cancelled?.aborted) return { exchange: CANCELLED, heldUntil: null }
      const wait = this.#limits.getWait(key)
      if (wait <= 0) break
      const remaining = until - clock.now()
      if (remaining <= 0 || (wait > remaining && Number.isFinite(wait)))
        return {
          exchange: this.#failures.get(getKeyName(key)) ?? NOT_SENT,
          heldUntil: this.#limits.getHeldUntil(key),
        }
      await new Promise<void>((resolve) => void clock.after(Math.min(wait, POLL_INTERVAL_MS), resolve))
    }
    this.#limits.recordSent(key)
    return null
  }

  /** Sends the request and records its outcome. Null if it was aborted by `resendPending`. */
  async #send(
    key: RateLimitKey,
    send: (signal: AbortSignal) => Promise<Exchange>,
    isUnderstood: (exchange: Exchange) => boolean | null,
    cancelled?: AbortSignal,
  ): Promise<Exchange | null> {
    const { clock } = this.#limits
    const name = getKeyName(key)
    const inFlight = { key, controller: new AbortController() }
    this.#inFlight.add(inFlight)
    const sentAt = clock.now() - clock.aheadMs()
    const signal = AbortSignal.any([inFlight.controller.signal, ...(cancelled ? [cancelled] : [])])
    const exchange = await send(signal)
      .catch((error: unknown) => {
        this.#limits.recordSettled(key)
        throw error
      })
      .finally(() => this.#inFlight.delete(inFlight))
    const isWorking = isUnderstood(exchange)
    if (isWorking === null) this.#limits.recordSettled(key)
    else this.#limits.recordOutcome(key, sentAt, exchange, isWorking)
    if (isWorking) this.#failures.delete(name)
    else if (!isLocalFault(exchange)) this.#failures.set(name, exchange)
    const isAborted = exchange.kind === 'fault' && exchange.cause === 'aborted'
    return isAborted && inFlight.controller.signal.aborted ? null : exchange
  }
}

const getKeyName = ({ kind, connectionId }: RateLimitKey): string => `${kind}/${connectionId}`
