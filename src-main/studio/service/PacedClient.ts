import type { Exchange } from './Exchange.ts'
import type { RateLimitKey, RateLimits } from './RateLimits.ts'

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

/**
 * Sends harmless requests, for example for prices and models, when the limits allow it; otherwise it returns the last failure.
 */
export class PacedClient {
  readonly #limits: RateLimits
  readonly #failures = new Map<string, Exchange>()

  constructor(limits: RateLimits) {
    this.#limits = limits
  }

  /** `isUnderstood`: whether the exchange shows that requests of this kind work; null: it shows nothing. */
  async exchange(
    key: RateLimitKey,
    send: () => Promise<Exchange>,
    isUnderstood: (exchange: Exchange) => boolean | null,
  ): Promise<Paced> {
    const { clock } = this.#limits
    const name = `${key.kind}/${key.connectionId}`
    const until = clock.now() + PATIENCE_MS
    for (let wait = this.#limits.wait(key); wait > 0; wait = this.#limits.wait(key)) {
      const left = until - clock.now()
      if (left <= 0 || (wait > left && Number.isFinite(wait)))
        return { exchange: this.#failures.get(name) ?? UNSENT, heldUntil: this.#limits.heldUntil(key) }
      await new Promise<void>((resolve) => void clock.after(Math.min(wait, LOOK_AGAIN_MS), resolve))
    }
    this.#limits.take(key)
    const sentAt = clock.now() - clock.ahead()
    const exchange = await send()
    const isGivenUp = exchange.kind === 'fault' && exchange.cause === 'aborted'
    const isGood = isUnderstood(exchange)
    if (isGivenUp || isGood === null) this.#limits.settled(key)
    else this.#limits.note(key, sentAt, exchange, isGood)
    if (isGood) this.#failures.delete(name)
    else if (!isGivenUp) this.#failures.set(name, exchange)
    return { exchange, heldUntil: null }
  }
}
