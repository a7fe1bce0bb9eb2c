import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { callbackify } from 'node:util'

/** Thrown when a download exceeds its byte limit. */
export class TooLargeError extends Error {
  readonly code = 'EASEL_TOO_LARGE'
}

type WriteChunks = (chunks: Uint8Array[]) => Promise<void>
type Done = (error?: Error | null) => void

/** Writes a body in large chunks, counts its bytes and stops at the limit. */
export class ByteSink extends Writable {
  readonly #write: (chunks: Uint8Array[], done: Done) => void
  readonly #maxBytes: number
  bytes = 0
  /** The error of a failed write, to distinguish it from a network error. */
  writeError: unknown = null

  constructor(write: WriteChunks, maxBytes: number) {
    super({ highWaterMark: 1 << 20, decodeStrings: true })
    this.#write = callbackify(async (chunks: Uint8Array[]) => {
      try {
        await write(chunks)
      } catch (error) {
        this.writeError = error
        throw error
      }
    })
    this.#maxBytes = maxBytes
  }

  /** Writes bytes from memory. */
  async writeAll(bytes: Uint8Array): Promise<void> {
    await finished(this.end(bytes))
  }

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    this.#receive([chunk], done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#receive(
      chunks.map(({ chunk }) => chunk),
      done,
    )
  }

  #receive(chunks: Buffer[], done: Done): void {
    for (const chunk of chunks) this.bytes += chunk.length
    if (this.bytes > this.#maxBytes) return done(new TooLargeError(`More than ${this.#maxBytes} bytes`))
    this.#write(chunks, done)
  }
}
