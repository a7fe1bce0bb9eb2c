import type { Clock } from '../../world.ts'

/** A pause in typing after which a price is requested. */
const DEBOUNCE_MS = 120
/** Edits with smaller gaps than this belong to one burst. */
const BURST_GAP_MS = 500
const MAX_DRAFTS = 500

interface Burst {
  key: string
  editedAt: number
  called: boolean
}

/**
 * Debounces the price requests of drafts: the first request of a burst of edits is sent soon, a second one only when the burst is
 * over. A burst therefore costs at most two calls.
 */
export class QuoteDebouncer {
  readonly #clock: Clock
  readonly #drafts = new Map<string, Burst>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Records an edit if the key has changed, and returns the delay of its request in milliseconds. */
  delayFor({ draft, key, kind }: { draft: string; key: string; kind: 'typing' | 'choice' }): number {
    const now = this.#clock.now()
    const before = this.#drafts.get(draft)
    const continues = before !== undefined && now >= before.editedAt && now - before.editedAt < BURST_GAP_MS
    const called = continues && before.called
    this.#drafts.delete(draft)
    this.#drafts.set(draft, { key, called, editedAt: before?.key === key ? before.editedAt : now })
    this.#forgetOldest()
    if (called) return BURST_GAP_MS
    return kind === 'choice' ? 0 : DEBOUNCE_MS
  }

  /** Records that a request was sent for the draft. */
  requestSent(draft: string): void {
    const burst = this.#drafts.get(draft)
    if (burst) burst.called = true
  }

  #forgetOldest(): void {
    const [oldest] = this.#drafts.keys()
    if (oldest !== undefined && this.#drafts.size > MAX_DRAFTS) this.#drafts.delete(oldest)
  }
}
