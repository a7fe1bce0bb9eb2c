import type { Clock, Log } from '../world.ts'

const RETRY_MS = 5000

/** Writes that must not be given up, as on a full disk: what they say is kept in hand until it can be written. */
export class Insistence {
  readonly #clock: Clock
  readonly #log: Log
  /** Ends the pauses of what is kept in hand. */
  readonly #pauses = new Set<() => void>()
  #closed = false

  constructor({ clock, log }: { clock: Clock; log: Log }) {
    this.#clock = clock
    this.#log = log
  }

  /** Writes as soon as it can be done. Rejects only after `close`, where a last try failed too. */
  async write(facts: Record<string, unknown>, write: () => void): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        return write()
      } catch (error) {
        if (this.#closed) throw error
        if (isFirst)
          this.#log.error('What came of a submit could not be written yet', {
            ...facts,
            error: String(error),
          })
      }
      await this.#pause()
    }
  }

  /** Everything kept in hand is tried once more, and then given up. */
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
