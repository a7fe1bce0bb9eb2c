import type { ByteSource } from '../formats/ByteSource.ts'

const STEP = 65_536
const NOTHING = Buffer.alloc(0)

/** Reads a source in large chunks, so that walking through many small parts of a file needs few reads. */
export class ByteWindow {
  readonly size: number
  readonly #source: ByteSource
  #bytes: Buffer = NOTHING
  #start = 0

  constructor(source: ByteSource) {
    this.size = source.size
    this.#source = source
  }

  /** `length` bytes from `position`; fewer only at the end of the file. */
  async at(position: number, length: number): Promise<Buffer> {
    const available = await this.from(position, length)
    return available.length > length ? available.subarray(0, length) : available
  }

  /** The buffered bytes from `position` on: at least `minBytes`, fewer only at the end of the file. */
  async from(position: number, minBytes: number): Promise<Buffer> {
    const offset = position - this.#start
    const needed = Math.max(0, Math.min(minBytes, this.size - position))
    if (offset >= 0 && offset + needed <= this.#bytes.length) return this.#bytes.subarray(offset)
    if (needed === 0) return NOTHING
    this.#bytes = await this.#source.read(position, Math.max(minBytes, STEP))
    this.#start = position
    return this.#bytes
  }
}
