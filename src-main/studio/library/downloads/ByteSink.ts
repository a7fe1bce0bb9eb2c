import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { callbackify } from 'node:util'

/** Thrown when a download exceeds its byte limit. */
export class TooLarge extends Error {
  readonly code = 'EASEL_TOO_LARGE'
}

type Put = (chunks: Uint8Array[]) => Promise<void>
type Done = (error?: Error | null) => void

/** Writes a body in large chunks, counts its bytes and stops at the limit. */
export class ByteSink extends Writable {
  readonly #putThen: (chunks: Uint8Array[], done: Done) => void
  readonly #maxBytes: number
  bytes = 0
  /** The error of a failed write, to tell it from a network error. */
  putError: unknown = null

  constructor(put: Put, maxBytes: number) {
    super({ highWaterMark: 1 << 20, decodeStrings: true })
    this.#putThen = callbackify(async (chunks: Uint8Array[]) => {
      try {
        await put(chunks)
      } catch (error) {
        this.putError = error
        throw error
      }
    })
    this.#maxBytes = maxBytes
  }

  /** Writes bytes from memory. */
  async put(bytes: Uint8Array): Promise<void> {
    await finished(this.end(bytes))
  }

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    this.#take([chunk], done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#take(
      chunks.map(({ chunk }) => chunk),
      done,
    )
  }

  #take(chunks: Buffer[], done: Done): void {
    for (const chunk of chunks) this.bytes += chunk.length
    if (this.bytes > this.#maxBytes) return done(new TooLarge(`More than ${this.#maxBytes} bytes`))
    this.#putThen(chunks, done)
  }
}
