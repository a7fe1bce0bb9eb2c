import type { Log } from '../../world.ts'

/** Writes the sidecars of new results. */
export class Sidecars {
  readonly #writeSidecar: (id: string) => Promise<void>
  readonly #log: Log
  readonly #inProgress = new Set<Promise<void>>()

  constructor(writeSidecar: (id: string) => Promise<void>, log: Log) {
    this.#writeSidecar = writeSidecar
    this.#log = log
  }

  /** Never rejects: a sidecar that can't be written is written at the next start. */
  async write(id: string): Promise<void> {
    const written = this.#writeSidecar(id).catch((error: unknown) =>
      this.#log.warn('A sidecar was not written', { id, error: String(error) }),
    )
    this.#inProgress.add(written)
    await written
    this.#inProgress.delete(written)
  }

  /** Waits for the sidecars that are being written, so that a library can be moved once it is closed. */
  async close(): Promise<void> {
    await Promise.all(this.#inProgress)
  }
}
