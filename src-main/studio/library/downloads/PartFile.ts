import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fsyncFolder } from '../../storage/fsyncFolder.ts'
import { ByteSink } from './ByteSink.ts'
import type { ByteSource } from './ByteSource.ts'

/** A temporary file, hashed while it is written; it gets its final name when it is complete and synced. */
export class PartFile {
  readonly #path: string
  readonly #handle: FileHandle
  readonly #hash = createHash('sha256')
  #bytes = 0

  private constructor(path: string, handle: FileHandle) {
    this.#path = path
    this.#handle = handle
  }

  /** Creates the file, which must not exist yet, and its folder. */
  static async begin(path: string): Promise<PartFile> {
    const folder = dirname(path)
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    if (made !== undefined) {
      for (let at = folder; at.length >= made.length; at = dirname(at)) await fsyncFolder(dirname(at))
    }
    return new PartFile(path, await open(path, 'wx+', 0o600))
  }

  sink(maxBytes: number): ByteSink {
    return new ByteSink((chunks) => this.write(chunks), maxBytes)
  }

  async write(chunks: Uint8Array[]): Promise<void> {
    for (const chunk of chunks) this.#hash.update(chunk)
    let rest = chunks
    while (rest.length > 0) {
      const { bytesWritten } = await this.#handle.writev(rest, this.#bytes)
      this.#bytes += bytesWritten
      rest = after(rest, bytesWritten)
    }
  }

  /** What was written so far. */
  source(): ByteSource {
    return {
      size: this.#bytes,
      read: async (position, length) => {
        const buffer = Buffer.alloc(Math.max(0, Math.min(length, this.#bytes - position)))
        const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, position)
        return buffer.subarray(0, bytesRead)
      },
    }
  }

  /** Of what was written so far. */
  sha256(): string {
    return this.#hash.copy().digest('hex')
  }

  /** Syncs the file, gives it its name on the same disk and makes the name durable. `durable` is called in between. */
  async finish(path: string, durable?: () => void): Promise<{ bytes: number; sha256: string }> {
    await this.#handle.sync()
    await this.#handle.close()
    durable?.()
    await rename(this.#path, path)
    try {
      await fsyncFolder(dirname(path))
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    return { bytes: this.#bytes, sha256: this.sha256() }
  }

  /** Removes what was written. Harmless after `finish`. */
  async discard(): Promise<void> {
    try {
      await this.#handle.close()
    } finally {
      await rm(this.#path, { force: true })
    }
  }
}

/** The rest of `chunks` after `written` bytes: a nearly full disk may accept only a part. */
function after(chunks: Uint8Array[], written: number): Uint8Array[] {
  let skip = written
  return chunks.flatMap((chunk) => {
    const taken = Math.min(skip, chunk.length)
    skip -= taken
    return taken === chunk.length ? [] : [chunk.subarray(taken)]
  })
}
