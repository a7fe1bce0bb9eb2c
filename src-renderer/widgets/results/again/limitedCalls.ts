/** Runs tasks in order, at most `limit` at a time. */
export class LimitedCalls {
  readonly #limit: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Runs a task when its turn comes. If `signal` is aborted by then, it is skipped and its promise never settles. */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#running >= this.#limit) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    if (signal.aborted) {
      this.#waiting.shift()?.()
      return new Promise(() => {})
    }
    this.#running++
    try {
      return await task()
    } finally {
      this.#running--
      this.#waiting.shift()?.()
    }
  }
}
