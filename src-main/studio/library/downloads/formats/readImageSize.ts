import { type ByteSource, BufferedReader, MAX_ELEMENTS } from './ByteSource.ts'
import { jpegSegments } from './jpegSegments.ts'
import type { Format } from './sniffFormat.ts'

/** In pixels. */
export interface ImageSize {
  width: number
  height: number
}

type SizeReader = (source: ByteSource) => Promise<ImageSize | null>

const png: SizeReader = async (source) => {
  const head = await source.read(0, 24)
  if (head.length < 24 || head.toString('latin1', 12, 16) !== 'IHDR') return null
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}

const gif: SizeReader = async (source) => {
  const head = await source.read(0, 10)
  return head.length < 10 ? null : { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
}

/** The oldest header has 16-bit sizes; a negative height means rows from the top. */
const bmp: SizeReader = async (source) => {
  const head = await source.read(0, 26)
  if (head.length < 26) return null
  if (head.readUInt32LE(14) === 12) return { width: head.readUInt16LE(18), height: head.readUInt16LE(20) }
  return { width: head.readInt32LE(18), height: Math.abs(head.readInt32LE(22)) }
}

const webp: SizeReader = async (source) => {
  const head = await source.read(0, 30)
  if (head.length < 30) return null
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
    case 'VP8L': {
      const bits = head.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
    default:
      return null
  }
}

const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** The frame header may follow large profiles and previews. */
const jpg: SizeReader = async (source) => {
  const bytes = new BufferedReader(source)
  let segments = 0
  for await (const { marker, position } of jpegSegments(bytes)) {
    if (++segments > MAX_ELEMENTS) return null
    if (!isFrameHeader(marker)) continue
    const header = await bytes.read(position, 9)
    return header.length < 9 ? null : { width: header.readUInt16BE(7), height: header.readUInt16BE(5) }
  }
  return null
}

/** The largest image extent in the metadata; smaller ones belong to tiles and previews. */
const avif: SizeReader = async (source) => {
  const head = await source.read(0, 65_536)
  let largest: ImageSize | null = null
  for (
    let position = head.indexOf('ispe');
    position >= 0 && position + 16 <= head.length;
    position = head.indexOf('ispe', position + 4)
  ) {
    const size = { width: head.readUInt32BE(position + 8), height: head.readUInt32BE(position + 12) }
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}

const readers: Partial<Record<Format, SizeReader>> = { png, jpg, gif, bmp, webp, avif }

/** Width and height in pixels from the header, without decoding; null if they are unknown. */
export async function readImageSize(source: ByteSource, format: Format): Promise<ImageSize | null> {
  const size = (await readers[format]?.(source)) ?? null
  return size && size.width > 0 && size.height > 0 ? size : null
}
