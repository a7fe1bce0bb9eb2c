import type { Clock } from '../../world.ts'

const THROTTLE_MS = 100

/** Collects ids of changed jobs and reports them at most once every 100 ms. */
export class ChangeFeed {
  readonly #clock: Clock
  readonly #report: (ids: string[]) => void
  readonly #changed = new Set<string>()
  #cancel: (() => void) | null = null

  constructor(clock: Clock, report: (ids: string[]) => void) {
    this.#clock = clock
    this.#report = report
  }

  touch(id: string): void {
    this.#changed.add(id)
    this.#cancel ??= this.#clock.after(THROTTLE_MS, () => this.flush())
  }

  /** Reports the collected ids now. */
  flush(): void {
    this.#cancel?.()
    this.#cancel = null
    if (this.#changed.size === 0) return
    const ids = [...this.#changed]
    this.#changed.clear()
    this.#report(ids)
  }

  /** Stops without reporting. */
  close(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#changed.clear()
  }
}
