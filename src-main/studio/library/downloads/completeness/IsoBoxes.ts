import type { ByteSource } from '../ByteSource.ts'
import { ByteWindow } from './ByteWindow.ts'

export interface IsoBox {
  type: string
  /** Where its content begins and ends. */
  start: number
  end: number
  /** The last of a file may leave its length open. */
  isOpen: boolean
}

export interface BoxList {
  boxes: IsoBox[]
  /** Whether one begins that doesn't end in here. */
  isCut: boolean
}

const MAX_BOXES = 16_384

/** Walks the boxes of an MP4, QuickTime or AVIF file (ISO/IEC 14496-12 §4.2); of a file with very many only the first. */
export class IsoBoxes {
  readonly #bytes: ByteWindow
  #left = MAX_BOXES

  constructor(source: ByteSource | ByteWindow) {
    this.#bytes = source instanceof ByteWindow ? source : new ByteWindow(source)
  }

  get size(): number {
    return this.#bytes.size
  }

  /** Whether some boxes were left out. */
  get isSpent(): boolean {
    return this.#left <= 0
  }

  read(position: number, length: number): Promise<Buffer> {
    return this.#bytes.at(position, length)
  }

  async between(start: number, end: number): Promise<BoxList> {
    const boxes: IsoBox[] = []
    for (let at = start; at < end && this.#left > 0;) {
      this.#left -= 1
      const head = await this.#bytes.at(at, 16)
      if (head.length < 8) return { boxes, isCut: true }
      const short = head.readUInt32BE(0)
      if (short === 1 && head.length < 16) return { boxes, isCut: true }
      const isOpen = short === 0
      const size = short === 1 ? Number(head.readBigUInt64BE(8)) : isOpen ? end - at : short
      if (size < 8 || at + size > end) return { boxes, isCut: true }
      const type = head.toString('latin1', 4, 8)
      boxes.push({ type, start: at + (short === 1 ? 16 : 8), end: at + size, isOpen })
      at += size
    }
    return { boxes, isCut: false }
  }

  /** The boxes inside those of one type; `within` is where to look. */
  async inside(within: readonly IsoBox[], type: string): Promise<IsoBox[]> {
    const found: IsoBox[] = []
    for (const box of within) {
      if (box.type === type) found.push(...(await this.between(box.start, box.end)).boxes)
    }
    return found
  }
}
