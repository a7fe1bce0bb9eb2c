import type { ByteSource } from '../formats/ByteSource.ts'
import { ByteWindow } from './ByteWindow.ts'

export interface IsoBox {
  type: string
  /** Offsets of the beginning and the end of its content. */
  start: number
  end: number
  /** Whether the box has no stated length, which is allowed for the last box of a file. */
  isOpen: boolean
}

export interface BoxList {
  boxes: IsoBox[]
  /** Whether a box extends beyond the range. */
  isTruncated: boolean
}

const MAX_BOXES = 16_384

/** Walks the boxes of an MP4, QuickTime or AVIF file (ISO/IEC 14496-12 §4.2), up to a maximum number. */
export class IsoBoxes {
  readonly #bytes: ByteWindow
  #remaining = MAX_BOXES

  constructor(source: ByteSource | ByteWindow) {
    this.#bytes = source instanceof ByteWindow ? source : new ByteWindow(source)
  }

  get size(): number {
    return this.#bytes.size
  }

  /** Whether the maximum number of boxes was reached, so that some may be left out. */
  get isExhausted(): boolean {
    return this.#remaining <= 0
  }

  read(position: number, length: number): Promise<Buffer> {
    return this.#bytes.at(position, length)
  }

  async between(start: number, end: number): Promise<BoxList> {
    const boxes: IsoBox[] = []
    for (let at = start; at < end && this.#remaining > 0;) {
      this.#remaining -= 1
      const head = await this.#bytes.at(at, 16)
      if (head.length < 8) return { boxes, isTruncated: true }
      const short = head.readUInt32BE(0)
      if (short === 1 && head.length < 16) return { boxes, isTruncated: true }
      const isOpen = short === 0
      const size = short === 1 ? Number(head.readBigUInt64BE(8)) : isOpen ? end - at : short
      if (size < 8 || at + size > end) return { boxes, isTruncated: true }
      const type = head.toString('latin1', 4, 8)
      boxes.push({ type, start: at + (short === 1 ? 16 : 8), end: at + size, isOpen })
      at += size
    }
    return { boxes, isTruncated: false }
  }

  /** The boxes inside the boxes of one type among `within`. */
  async inside(within: readonly IsoBox[], type: string): Promise<IsoBox[]> {
    const found: IsoBox[] = []
    for (const box of within) {
      if (box.type === type) found.push(...(await this.between(box.start, box.end)).boxes)
    }
    return found
  }
}
