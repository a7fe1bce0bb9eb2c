import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../../studio/world.ts'

const CODE_LIFETIME_MS = 60_000

/** Codes for signing in. Each is valid once, for one minute. */
export class OneTimeCodes {
  readonly #clock: Clock
  /** Keyed by hash, so that the time of a lookup reveals nothing about a code. */
  readonly #codesByHash = new Map<string, { expiresAt: number; invalidate: () => void }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Creates a code. `onInvalid` is called once, when the code is redeemed or expires. */
  issue(onInvalid: () => void = () => {}): string {
    const code = randomBytes(32).toString('base64url')
    const hash = hashCode(code)
    const invalidate = (): void => {
      cancelTimer()
      if (this.#codesByHash.delete(hash)) onInvalid()
    }
    const cancelTimer = this.#clock.after(CODE_LIFETIME_MS, invalidate)
    // The time is stored too, because timers pause while the computer sleeps.
    this.#codesByHash.set(hash, { expiresAt: this.#clock.now() + CODE_LIFETIME_MS, invalidate })
    return code
  }

  /** Invalidates a code. Returns whether it was valid. */
  redeem(code: string): boolean {
    const entry = this.#codesByHash.get(hashCode(code))
    entry?.invalidate()
    return entry !== undefined && this.#clock.now() < entry.expiresAt
  }

  /** Invalidates all codes. */
  invalidateAll(): void {
    for (const { invalidate } of this.#codesByHash.values()) invalidate()
  }
}

const hashCode = (code: string): string => createHash('sha256').update(code).digest('hex')
