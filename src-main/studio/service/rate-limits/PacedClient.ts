import type { Exchange } from '../client/Exchange.ts'
import { fits, type RateLimitKey, type RateLimits } from './RateLimits.ts'

/** The client waits this long at most; for longer waits it returns the last failure. */
const PATIENCE_MS = 5000
const LOOK_AGAIN_MS = 100

const UNSENT: Exchange = {
  kind: 'fault',
  sent: false,
  cause: 'other',
  detail: 'not sent: too many requests before it',
}

export interface Paced {
  exchange: Exchange
  /** Until when (wall clock, ms) no such request may be sent, where the exchange is an earlier one; else null. */
  heldUntil: number | null
}

interface InFlight {
  key: RateLimitKey
  /** Aborts it, so that it is sent again. */
  controller: AbortController
}

/**
 * Sends free requests, for example for prices and models, when the limits allow it; otherwise it returns the last failure.
 */
export class PacedClient {
  readonly #limits: RateLimits
  readonly #failures = new Map<string, Exchange>()
  readonly #inFlight = new Set<InFlight>()

  constructor(limits: RateLimits) {
    this.#limits = limits
  }

  /**
   * `send` sends the request until its signal aborts, and again after `sendAgain`. `isUnderstood`: whether the exchange shows that
   * requests of this kind work; null: it shows nothing. `cancelled`: aborts when the response is not needed any more.
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
   * Aborts the requests that fit `about` and have no response yet, and sends them again: the connection works now, but requests
   * from before may hang. They are free, so sending them twice costs nothing.
   */
  sendAgain(about: Partial<RateLimitKey>): void {
    for (const { key, controller } of this.#inFlight) if (fits(key, about)) controller.abort()
  }

  /** Allows one request of each kind that fits at once, and sends hanging ones again, because the user asked for it. */
  retryNow(about: Partial<RateLimitKey>): void {
    this.#limits.retryNow(about)
    this.sendAgain(about)
  }

  /** Waits until the limits allow a request (null); resolves with the last failure if that takes too long. */
  async #takeTurn(key: RateLimitKey): Promise<Paced | null> {
    const { clock } = this.#limits
    const until = clock.now() + PATIENCE_MS
    for (let wait = this.#limits.wait(key); wait > 0; wait = this.#limits.wait(key)) {
      const left = until - clock.now()
      if (left <= 0 || (wait > left && Number.isFinite(wait)))
        return { exchange: this.#failures.get(nameOf(key)) ?? UNSENT, heldUntil: this.#limits.heldUntil(key) }
      await new Promise<void>((resolve) => void clock.after(Math.min(wait, LOOK_AGAIN_MS), resolve))
    }
    this.#limits.take(key)
    return null
  }

  /** Sends the request. Null: it was aborted to be sent again. */
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
    const isGivenUp = exchange.kind === 'fault' && exchange.cause === 'aborted'
    const isGood = isUnderstood(exchange)
    if (isGivenUp || isGood === null) this.#limits.settled(key)
    else this.#limits.note(key, sentAt, exchange, isGood)
    if (isGood) this.#failures.delete(name)
    else if (!isGivenUp) this.#failures.set(name, exchange)
    return isGivenUp && inFlight.controller.signal.aborted ? null : exchange
  }
}

const nameOf = ({ kind, connectionId }: RateLimitKey): string => `${kind}/${connectionId}`
