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
const MAX_BOXES = 16_384

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

/** The header data of an MP4 or QuickTime file. */
export interface IsoMetadata {
  hasVideo: boolean
  hasAudio: boolean
  durationMs: number | null
  /** Display size of the first video track. */
  width: number | null
  height: number | null
}

/** The durations with all bits set, which mean that it is unknown. */
const UNKNOWN_32_BITS = 0xffff_ffffn
const UNKNOWN_64_BITS = 0xffff_ffff_ffff_ffffn

/** The duration in milliseconds; null if it is not stated. Times have 64 bits if the first byte, the version, is 1. */
async function readDurationMs(isoBoxes: IsoBoxes, header: IsoBox): Promise<number | null> {
  const head = await isoBoxes.read(header.start, 32)
  const is64Bit = head[0] === 1
  if (head.length < (is64Bit ? 32 : 20)) return null
  const timescale = head.readUInt32BE(is64Bit ? 20 : 12)
  const length = is64Bit ? head.readBigUInt64BE(24) : BigInt(head.readUInt32BE(16))
  const isUnknown = length === 0n || length === (is64Bit ? UNKNOWN_64_BITS : UNKNOWN_32_BITS)
  const durationMs = Math.round((Number(length) / timescale) * 1000)
  // Not safe if the time scale is 0 or the header is damaged.
  return !isUnknown && Number.isSafeInteger(durationMs) ? durationMs : null
}

async function readDisplaySize(
  isoBoxes: IsoBoxes,
  header: IsoBox,
): Promise<{ width: number; height: number } | null> {
  const head = await isoBoxes.read(header.start, 96)
  const sizeOffset = head[0] === 1 ? 88 : 76
  if (head.length < sizeOffset + 8) return null
  const size = {
    width: head.readUInt32BE(sizeOffset) >>> 16,
    height: head.readUInt32BE(sizeOffset + 4) >>> 16,
  }
  // The transformation matrix precedes the size. That of a video rotated by 90° has zeros on its diagonal.
  const isRotated = head.readInt32BE(sizeOffset - 36) === 0 && head.readInt32BE(sizeOffset - 32) !== 0
  if (size.width === 0 || size.height === 0) return null
  return isRotated ? { width: size.height, height: size.width } : size
}

/** Tracks, duration and size of an MP4 or QuickTime file, read from its boxes without decoding. */
export async function readIsoMetadata(source: ByteSource): Promise<IsoMetadata> {
  const metadata: IsoMetadata = {
    hasVideo: false,
    hasAudio: false,
    durationMs: null,
    width: null,
    height: null,
  }
  const isoBoxes = new IsoBoxes(source)
  const { boxes } = await isoBoxes.readBoxes(0, isoBoxes.size)
  for (const box of await isoBoxes.readChildBoxes(boxes, 'moov')) {
    if (box.type === 'mvhd') metadata.durationMs = await readDurationMs(isoBoxes, box)
    if (box.type !== 'trak') continue
    const trackBoxes = (await isoBoxes.readBoxes(box.start, box.end)).boxes
    const handler = (await isoBoxes.readChildBoxes(trackBoxes, 'mdia')).find(({ type }) => type === 'hdlr')
    const handlerType = handler ? (await isoBoxes.read(handler.start + 8, 4)).toString('latin1') : ''
    if (handlerType === 'soun') metadata.hasAudio = true
    if (handlerType !== 'vide') continue
    const header = trackBoxes.find(({ type }) => type === 'tkhd')
    if (!metadata.hasVideo && header) Object.assign(metadata, await readDisplaySize(isoBoxes, header))
    metadata.hasVideo = true
  }
  return metadata
}
