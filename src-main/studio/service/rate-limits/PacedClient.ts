import type { Exchange } from '../client/Exchange.ts'
import { fits, type RateLimitKey, type RateLimits } from './RateLimits.ts'

/** The client waits at most this long; for longer waits it returns the last failure. */
const PATIENCE_MS = 5000
const POLL_INTERVAL_MS = 100

const UNSENT: Exchange = {
  kind: 'fault',
  sent: false,
  cause: 'other',
  detail: 'not sent: too many requests before it',
}

export interface Paced {
  exchange: Exchange
  /** If the exchange is an earlier one: until when no such request may be sent (wall clock, ms). Otherwise null. */
  heldUntil: number | null
}

interface InFlight {
  key: RateLimitKey
  /** Aborts the request, so that it is sent again. */
  controller: AbortController
}

/** Sends free requests, such as those for prices and models, when the limits allow it; otherwise it returns the last failure. */
export class PacedClient {
  readonly #limits: RateLimits
  readonly #failures = new Map<string, Exchange>()
  readonly #inFlight = new Set<InFlight>()

  constructor(limits: RateLimits) {
    this.#limits = limits
  }

  /**
   * `send` sends the request; it is called again after `sendAgain` aborted its signal. `isUnderstood` returns whether the exchange shows
   * that requests of this kind work; null if it shows neither. `cancelled` aborts when the response is no longer needed.
   */
  async exchange(
    key: RateLimitKey,
    send: (signal: AbortSignal) => Promise<Exchange>,
    isUnderstood: (exchange: Exchange) => boolean | null,
    cancelled?: AbortSignal,
  ): Promise<Paced> {
    for (;;) {
      const earlier = await this.#takeTurn(key)
      if (earlier) return earlier
      const exchange = await this.#send(key, send, isUnderstood, cancelled)
      if (exchange) return { exchange, heldUntil: null }
    }
  }

  /**
   * Aborts the requests that match `about` and have no response yet, and sends them again: the connection works now, but earlier requests
   * may hang. They are free, so sending them twice costs nothing.
   */
  sendAgain(about: Partial<RateLimitKey>): void {
    for (const { key, controller } of this.#inFlight) if (fits(key, about)) controller.abort()
  }

  /** Allows one request of each matching kind immediately and sends hanging ones again, because the user retried. */
  retryNow(about: Partial<RateLimitKey>): void {
    this.#limits.retryNow(about)
    this.sendAgain(about)
  }

  /** Waits until the limits allow a request, then resolves with null; with the last failure if that takes too long. */
  async #takeTurn(key: RateLimitKey): Promise<Paced | null> {
    const { clock } = this.#limits
    const until = clock.now() + PATIENCE_MS
    for (let wait = this.#limits.wait(key); wait > 0; wait = this.#limits.wait(key)) {
      const remaining = until - clock.now()
      if (remaining <= 0 || (wait > remaining && Number.isFinite(wait)))
        return { exchange: this.#failures.get(nameOf(key)) ?? UNSENT, heldUntil: this.#limits.heldUntil(key) }
      await new Promise<void>((resolve) => void clock.after(Math.min(wait, POLL_INTERVAL_MS), resolve))
    }
    this.#limits.take(key)
    return null
  }

  /** Sends the request. Null if it was aborted to be sent again. */
  async #send(
    key: RateLimitKey,
    send: (signal: AbortSignal) => Promise<Exchange>,
    isUnderstood: (exchange: Exchange) => boolean | null,
    cancelled?: AbortSignal,
  ): Promise<Exchange | null> {
    const { clock } = this.#limits
    const name = nameOf(key)
    const inFlight = { key, controller: new AbortController() }
    this.#inFlight.add(inFlight)
    const sentAt = clock.now() - clock.ahead()
    const signal = AbortSignal.any([inFlight.controller.signal, ...(cancelled ? [cancelled] : [])])
    const exchange = await send(signal).finally(() => this.#inFlight.delete(inFlight))
    const isAborted = exchange.kind === 'fault' && exchange.cause === 'aborted'
    const isWorking = isUnderstood(exchange)
    if (isAborted || isWorking === null) this.#limits.settled(key)
    else this.#limits.note(key, sentAt, exchange, isWorking)
    if (isWorking) this.#failures.delete(name)
    else if (!isAborted) this.#failures.set(name, exchange)
    return isAborted && inFlight.controller.signal.aborted ? null : exchange
  }
}

const nameOf = ({ kind, connectionId }: RateLimitKey): string => `${kind}/${connectionId}`
