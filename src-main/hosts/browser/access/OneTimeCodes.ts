import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../../studio/world.ts'

const CODE_LIFETIME_MS = 60_000

/** Codes for signing in. Each is valid once, for one minute. */
export class OneTimeCodes {
  readonly #clock: Clock
  /** By hash, so that the time of a lookup does not depend on the code. */
  readonly #valid = new Map<string, { expiresAt: number; end: () => void }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Creates a code. `onEnd` is called once, when the code is used or expires. */
  issue(onEnd: () => void = () => {}): string {
    const code = randomBytes(32).toString('base64url')
    const hash = hashOf(code)
    const end = (): void => {
      cancel()
      if (this.#valid.delete(hash)) onEnd()
    }
    const cancel = this.#clock.after(CODE_LIFETIME_MS, end)
    // Timers pause while the machine sleeps, the clock doesn't.
    this.#valid.set(hash, { expiresAt: this.#clock.now() + CODE_LIFETIME_MS, end })
    return code
  }

  /** Whether the code is valid. It is invalid afterwards. */
  use(code: string): boolean {
    const found = this.#valid.get(hashOf(code))
    found?.end()
    return found !== undefined && this.#clock.now() < found.expiresAt
  }

  /** Ends all codes. */
  clear(): void {
    for (const { end } of this.#valid.values()) end()
  }
}

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')
