/** Runs tasks in order, at most a few at a time. */
export class LimitedCalls {
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Runs a task when it is its turn. One whose `signal` is aborted by then is left out, and its promise never settles. */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#running >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve))
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
