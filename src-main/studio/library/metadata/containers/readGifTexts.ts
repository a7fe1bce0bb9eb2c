import type { BufferedReader } from '../../downloads/formats/ByteSource.ts'
import { decodeUtf8OrLatin1, type FileTexts, MAX_TEXT_BYTES, XMP_NAME } from './FileText.ts'

const EXTENSION = 0x21
const IMAGE = 0x2c
const COMMENT = 0xfe
const APPLICATION = 0xff
const XMP_APPLICATION = 'XMP DataXMP'
const XMP_TRAILER = Buffer.from([0x01, 0xff, 0xfe, 0xfd])
/** An animation of an hour has fewer. */
const MAX_BLOCKS = 200_000

/** Reads the comments and the XMP packet of a GIF (GIF89a §24 and §26; XMP specification, part 3). */
export async function readGifTexts(file: BufferedReader, texts: FileTexts): Promise<void> {
  const head = await file.read(0, 13)
  if (head.byteLength < 13) return
  const reader = new GifReader(file, 13 + colorTableBytes(head[10]))
  while (!texts.isFull && !reader.isEnded) {
    const kind = await reader.readByte()
    if (kind === IMAGE) {
      const image = await reader.readBytes(9)
      await reader.readBytes(colorTableBytes(image[8]) + 1)
      await reader.readBlocks(false)
    } else if (kind === EXTENSION) {
      const label = await reader.readByte()
      if (label === COMMENT) texts.add('Comment', decodeUtf8OrLatin1(await reader.readBlocks(true)))
      else if (label === APPLICATION) await readApplication(reader, texts)
      else await reader.readBlocks(false)
    } else return
  }
}

async function readApplication(reader: GifReader, texts: FileTexts): Promise<void> {
  const length = await reader.readByte()
  const name = (await reader.readBytes(length ?? 0)).toString('latin1')
  const isXmp = name === XMP_APPLICATION
  // The packet isn't in blocks, but its bytes lead a decoder through it like blocks. A trailer of 257 bytes ends it.
  const content = await reader.readBlocks(isXmp, true)
  const end = content.lastIndexOf(XMP_TRAILER)
  if (isXmp && end !== -1) texts.add(XMP_NAME, content.subarray(0, end))
}

/** The size of a color table by the byte that describes it. */
const colorTableBytes = (packed = 0): number => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)

class GifReader {
  readonly #file: BufferedReader
  #position: number
  #remainingBlocks = MAX_BLOCKS

  constructor(file: BufferedReader, position: number) {
    this.#file = file
    this.#position = position
  }

  get isEnded(): boolean {
    return this.#position >= this.#file.size || this.#remainingBlocks <= 0
  }

  async readBytes(length: number): Promise<Buffer> {
    const bytes = await this.#file.read(this.#position, length)
    this.#position += length
    return bytes
  }

  async readByte(): Promise<number | undefined> {
    return (await this.readBytes(1))[0]
  }

  /** Reads blocks up to the empty one. `isWanted`: returns their content; `withLengths`: with the bytes of the lengths. */
  async readBlocks(isWanted: boolean, withLengths = false): Promise<Buffer> {
    const parts: Buffer[] = []
    let total = 0
    for (; this.#remainingBlocks > 0; this.#remainingBlocks--) {
      const start = this.#position
      const length = await this.readByte()
      if (!length) break
      this.#position += length
      total += length
      if (!isWanted || total > MAX_TEXT_BYTES) continue
      parts.push(
        Buffer.from(await this.#file.read(withLengths ? start : start + 1, length + (withLengths ? 1 : 0))),
      )
    }
    return Buffer.concat(parts)
  }
}
