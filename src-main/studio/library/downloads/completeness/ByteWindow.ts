import type { ByteSource } from '../ByteSource.ts'

const STEP = 65_536
const NOTHING = Buffer.alloc(0)

/** Reads a source in large steps, so that walking through many small parts of a file costs few reads. */
export class ByteWindow {
  readonly size: number
  readonly #source: ByteSource
  #bytes: Buffer = NOTHING
  #start = 0

  constructor(source: ByteSource) {
    this.size = source.size
    this.#source = source
  }

  /** `length` bytes from `position`; fewer only where the file ends. */
  async at(position: number, length: number): Promise<Buffer> {
    const rest = await this.from(position, length)
    return rest.length > length ? rest.subarray(0, length) : rest
  }

  /** What is in memory from `position` on: at least `least` bytes, fewer only where the file ends. */
  async from(position: number, least: number): Promise<Buffer> {
    const offset = position - this.#start
    const wanted = Math.max(0, Math.min(least, this.size - position))
    if (offset >= 0 && offset + wanted <= this.#bytes.length) return this.#bytes.subarray(offset)
    if (wanted === 0) return NOTHING
    this.#bytes = await this.#source.read(position, Math.max(least, STEP))
    this.#start = position
    return this.#bytes
  }
}
