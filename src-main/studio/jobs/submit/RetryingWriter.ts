import type { Clock, Log } from '../../world.ts'

const RETRY_MS = 5000

/** Retries writes that must not be lost, for example on a full disk, until they succeed. */
export class RetryingWriter {
  readonly #clock: Clock
  readonly #log: Log
  /** Ends the pauses between retries. */
  readonly #pauses = new Set<() => void>()
  #closed = false

  constructor({ clock, log }: { clock: Clock; log: Log }) {
    this.#clock = clock
    this.#log = log
  }

  /** Resolves when the write succeeded. Rejects only if the last try after `close` fails too. */
  async write(facts: Record<string, unknown>, write: () => void): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        return write()
      } catch (error) {
        if (this.#closed) throw error
        if (isFirst)
          this.#log.error('The result of a submit could not be written yet', {
            ...facts,
            error: String(error),
          })
      }
      await this.#pause()
    }
  }

  /** Tries every pending write once more, then gives it up. */
  close(): void {
    this.#closed = true
    for (const end of this.#pauses) end()
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        this.#pauses.delete(end)
        cancel()
        resolve()
      }
      const cancel = this.#clock.after(RETRY_MS, end)
      this.#pauses.add(end)
    })
  }
}
