import { createHash } from 'node:crypto'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fsyncFolder, makeFoldersFor } from '../../storage/files/durableFiles.ts'
import type { ByteSource } from './formats/ByteSource.ts'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { callbackify } from 'node:util'

/** A temporary file that is hashed while it is written. It is renamed to its final name when it is complete and synced. */
export class PartFile {
  readonly #path: string
  readonly #handle: FileHandle
  readonly #hash = createHash('sha256')
  #bytes = 0

  private constructor(path: string, handle: FileHandle) {
    this.#path = path
    this.#handle = handle
  }

  /** Creates the file, which must not exist yet, and its folders in the existing folder `root`. */
  static async create(root: string, relativePath: string): Promise<PartFile> {
    await makeFoldersFor(root, relativePath)
    const path = join(root, relativePath)
    return new PartFile(path, await open(path, 'wx+', 0o600))
  }

  createSink(maxBytes: number): ByteSink {
    return new ByteSink((chunks) => this.write(chunks), maxBytes)
  }

  async write(chunks: Uint8Array[]): Promise<void> {
    for (const chunk of chunks) this.#hash.update(chunk)
    let remaining = chunks
    while (remaining.length > 0) {
      const { bytesWritten } = await this.#handle.writev(remaining, this.#bytes)
      this.#bytes += bytesWritten
      remaining = skipBytes(remaining, bytesWritten)
    }
  }

  /** Gives access to the bytes written so far. */
  createSource(): ByteSource {
    return {
      size: this.#bytes,
      read: async (position, length) => {
        const buffer = Buffer.alloc(Math.max(0, Math.min(length, this.#bytes - position)))
        const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, position)
        return buffer.subarray(0, bytesRead)
      },
    }
  }

  /** The hash of the bytes written so far. */
  sha256(): string {
    return this.#hash.copy().digest('hex')
  }

  /**
   * Syncs the file, renames it on the same disk and syncs the folder. `onSynced` is called after the file is synced. If it rejects, the file
   * may have its final name already.
   */
  async finish(path: string, onSynced?: () => void): Promise<{ bytes: number; sha256: string }> {
    await this.#handle.sync()
    await this.#handle.close()
    onSynced?.()
    await rename(this.#path, path)
    await fsyncFolder(dirname(path))
    return { bytes: this.#bytes, sha256: this.sha256() }
  }

  /** Deletes the temporary file. Harmless after `finish`. */
  async discard(): Promise<void> {
    try {
      await this.#handle.close()
    } finally {
      await rm(this.#path, { force: true })
    }
  }
}

/** Drops the first `written` bytes of `chunks`. A nearly full disk may accept only some of the bytes. */
function skipBytes(chunks: Uint8Array[], written: number): Uint8Array[] {
  let skip = written
  return chunks.flatMap((chunk) => {
    const skipped = Math.min(skip, chunk.length)
    skip -= skipped
    return skipped === chunk.length ? [] : [chunk.subarray(skipped)]
  })
}

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
