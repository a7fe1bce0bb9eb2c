import type { Clock } from '../world.ts'

/** A pause in typing this long is worth a question. */
const PAUSE_MS = 120
/** Edits closer together than this are one burst. */
const CALM_MS = 500
const MOST_DRAFTS = 500

interface Burst {
  key: string
  editedAt: number
  called: boolean
}

/**
 * How long a draft's question waits before it is asked: the first of a burst of edits soon, a second only when the burst is
 * over. So a burst costs two calls at most, however long it is.
 */
export class Bursts {
  readonly #clock: Clock
  readonly #drafts = new Map<string, Burst>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Notes an edit, if the question is another than before, and tells its wait in milliseconds. */
  waitFor({ draft, key, kind }: { draft: string; key: string; kind: 'typing' | 'choice' }): number {
    const now = this.#clock.now()
    const before = this.#drafts.get(draft)
    const goesOn = before !== undefined && now >= before.editedAt && now - before.editedAt < CALM_MS
    const called = goesOn && before.called
    this.#drafts.delete(draft)
    this.#drafts.set(draft, { key, called, editedAt: before?.key === key ? before.editedAt : now })
    this.#forgetOldest()
    if (called) return CALM_MS
    return kind === 'choice' ? 0 : PAUSE_MS
  }

  /** Notes that a call went out for the draft. */
  called(draft: string): void {
    const burst = this.#drafts.get(draft)
    if (burst) burst.called = true
  }

  #forgetOldest(): void {
    const [oldest] = this.#drafts.keys()
    if (oldest !== undefined && this.#drafts.size > MOST_DRAFTS) this.#drafts.delete(oldest)
  }
}
