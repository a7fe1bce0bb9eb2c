/** Maximum number of chunks, boxes or other elements of a file that are read, so that reading a hostile file ends. */
export const MAX_ELEMENTS = 65_536

/** Random access to bytes without loading all of them into memory. */
export interface ByteSource {
  size: number
  /** Returns fewer bytes than requested at the end of the source, and none beyond it. */
  read: (position: number, length: number) => Promise<Buffer>
}

/** A source of bytes that are in memory. */
export const createByteSource = (bytes: Uint8Array): ByteSource => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    size: buffer.length,
    read: async (position, length) => buffer.subarray(position, position + length),
  }
}

const CHUNK_BYTES = 65_536
const EMPTY = Buffer.alloc(0)

/** Buffers a large chunk of a source, because the structure of a file is read in many small parts. */
export class BufferedReader {
  readonly size: number
  readonly #source: ByteSource
  #bytes: Buffer = EMPTY
  #start = 0

  constructor(source: ByteSource) {
    this.size = source.size
    this.#source = source
  }

  /** `length` bytes from `position`; fewer only at the end of the file, and none if `length` is negative. */
  async read(position: number, length: number): Promise<Buffer> {
    // Lengths are often differences of numbers in a file, which may be damaged.
    if (length <= 0) return EMPTY
    const available = await this.readAtLeast(position, length)
    return available.length > length ? available.subarray(0, length) : available
  }

  /** The buffered bytes from `position` on: at least `minBytes`, fewer only at the end of the file. */
  async readAtLeast(position: number, minBytes: number): Promise<Buffer> {
    const offset = position - this.#start
    const needed = Math.max(0, Math.min(minBytes, this.size - position))
    if (offset >= 0 && offset + needed <= this.#bytes.length) return this.#bytes.subarray(offset)
    if (needed === 0) return EMPTY
    this.#bytes = await this.#source.read(position, Math.max(minBytes, CHUNK_BYTES))
    this.#start = position
    return this.#bytes
  }
}
