import { type ByteSource, BufferedReader } from './ByteSource.ts'

/** A box of an MP4, QuickTime or AVIF file: a type and a content, which may be other boxes. */
export interface IsoBox {
  type: string
  /** Offsets of the beginning and the end of its content. */
  start: number
  end: number
  /** Whether the box has no stated length, which is allowed for the last box of a file. */
  isOpen: boolean
}

/** The boxes in a range of a file. */
export interface BoxList {
  boxes: IsoBox[]
  /** Whether the last box is incomplete or extends beyond the range. */
  isTruncated: boolean
}

/** Far more boxes than common files have. It bounds the time that a malicious file can take. */
const MAX_BOXES = 1 << 18

/** Walks the boxes of an MP4, QuickTime or AVIF file (ISO/IEC 14496-12 §4.2), up to a maximum number. */
export class IsoBoxes {
  readonly #bytes: BufferedReader
  #remaining = MAX_BOXES

  constructor(source: ByteSource | BufferedReader) {
    this.#bytes = source instanceof BufferedReader ? source : new BufferedReader(source)
  }

  get size(): number {
    return this.#bytes.size
  }

  /** Whether the maximum number of boxes was reached, so that some may be left out. */
  get isExhausted(): boolean {
    return this.#remaining <= 0
  }

  read(position: number, length: number): Promise<Buffer> {
    return this.#bytes.read(position, length)
  }

  /** The boxes in a range, without those inside them. */
  async readBoxes(start: number, end: number): Promise<BoxList> {
    const boxes: IsoBox[] = []
    for (let position = start; position < end && this.#remaining > 0;) {
      this.#remaining -= 1
      const head = await this.#bytes.read(position, 16)
      if (head.length < 8) return { boxes, isTruncated: true }
      const size32 = head.readUInt32BE(0)
      if (size32 === 1 && head.length < 16) return { boxes, isTruncated: true }
      const isOpen = size32 === 0
      const size = size32 === 1 ? Number(head.readBigUInt64BE(8)) : isOpen ? end - position : size32
      if (size < 8 || position + size > end) return { boxes, isTruncated: true }
      const type = head.toString('latin1', 4, 8)
      boxes.push({ type, start: position + (size32 === 1 ? 16 : 8), end: position + size, isOpen })
      position += size
    }
    return { boxes, isTruncated: false }
  }

  /** The children of those `parents` whose type is `parentType`. */
  async readChildBoxes(parents: readonly IsoBox[], parentType: string): Promise<IsoBox[]> {
    const found: IsoBox[] = []
    for (const box of parents) {
      if (box.type === parentType) found.push(...(await this.readBoxes(box.start, box.end)).boxes)
    }
    return found
  }
}
