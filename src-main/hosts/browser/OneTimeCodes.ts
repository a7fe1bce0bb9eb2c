import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../studio/world.ts'

/** A code that nobody has used by then is worthless. */
const CODE_LIFETIME_MS = 60_000

/** Codes that open the studio once each: a code dies at its first use or after a minute. */
export class OneTimeCodes {
  readonly #clock: Clock
  /** By hash, so that a lookup takes no time that depends on the code. */
  readonly #open = new Map<string, { expiresAt: number; end: () => void }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A new code. `onEnd` is called once, when the code was used or has expired. */
  issue(onEnd: () => void = () => {}): string {
    const code = randomBytes(32).toString('base64url')
    const hash = hashOf(code)
    const end = (): void => {
      cancel()
      if (this.#open.delete(hash)) onEnd()
    }
    const cancel = this.#clock.after(CODE_LIFETIME_MS, end)
    // A timer stands still while the machine sleeps; the clock does not.
    this.#open.set(hash, { expiresAt: this.#clock.now() + CODE_LIFETIME_MS, end })
    return code
  }

  /** Whether the code is one of ours and still good. It no longer is afterwards. */
  use(code: string): boolean {
    const found = this.#open.get(hashOf(code))
    found?.end()
    return found !== undefined && this.#clock.now() < found.expiresAt
  }

  /** Ends all codes. */
  clear(): void {
    for (const { end } of this.#open.values()) end()
  }
}

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')
