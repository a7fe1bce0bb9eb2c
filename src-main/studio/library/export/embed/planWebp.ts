import type { BufferedReader } from '../../downloads/formats/ByteSource.ts'
import { exifComment } from './exifComment.ts'
import { MAX_CHUNKS, type PlanCopy } from './Metadata.ts'

const HAS_ALPHA = 0x10
const HAS_EXIF = 0x08
const HAS_XMP = 0x04
const HEADER_BYTES = 12
const EXTENDED_BYTES = 18
/** Metadata of the file itself, and its C2PA signature. */
const METADATA_CHUNKS: ReadonlySet<string> = new Set(['EXIF', 'XMP ', 'C2PA'])
const MAX_RIFF_BYTES = 0xffff_fff6

/** Adds chunks at the end, and a header that announces them (WebP container specification, "Extended File Format"). */
export const planWebp: PlanCopy = async (original, { parameters, xmp }) => {
  const head = await original.read(0, HEADER_BYTES + EXTENDED_BYTES)
  const isWebp = head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP'
  if (head.byteLength < HEADER_BYTES + EXTENDED_BYTES || !isWebp) return null
  if (head.readUInt32LE(4) + 8 !== original.size || !(await hasOnlyImageChunks(original))) return null
  const extended = extendedHeader(head.subarray(HEADER_BYTES))
  if (!extended) return null
  const from = HEADER_BYTES + (head.toString('latin1', 12, 16) === 'VP8X' ? EXTENDED_BYTES : 0)
  const added = Buffer.concat([chunk('EXIF', exifComment(parameters)), chunk('XMP ', Buffer.from(xmp))])
  const riff = Buffer.from(head.subarray(0, HEADER_BYTES))
  const bytes = 4 + extended.byteLength + (original.size - from) + added.byteLength
  if (bytes > MAX_RIFF_BYTES) return null
  riff.writeUInt32LE(bytes, 4)
  return [{ bytes: Buffer.concat([riff, extended]) }, { from, to: original.size }, { bytes: added }]
}

/** Whether the chunks fill the file and none of them is metadata. */
async function hasOnlyImageChunks(original: BufferedReader): Promise<boolean> {
  let position = HEADER_BYTES
  for (let count = 0; position < original.size; count++) {
    const head = await original.read(position, 8)
    if (head.byteLength < 8 || count === MAX_CHUNKS || METADATA_CHUNKS.has(head.toString('latin1', 0, 4)))
      return false
    const bytes = head.readUInt32LE(4)
    position += 8 + bytes + (bytes % 2)
  }
  return position === original.size
}

/** The header of the extended format, from the first chunk: that header itself, or an image. */
function extendedHeader(first: Buffer): Buffer | null {
  const type = first.toString('latin1', 0, 4)
  if (type === 'VP8X') {
    const header = Buffer.from(first)
    header.writeUInt8(header.readUInt8(8) | HAS_EXIF | HAS_XMP, 8)
    return header
  }
  const image = type === 'VP8L' ? losslessImage(first) : type === 'VP8 ' ? lossyImage(first) : null
  if (!image) return null
  const content = Buffer.alloc(10)
  content.writeUInt8((image.hasAlpha ? HAS_ALPHA : 0) | HAS_EXIF | HAS_XMP, 0)
  content.writeUIntLE(image.width - 1, 4, 3)
  content.writeUIntLE(image.height - 1, 7, 3)
  return chunk('VP8X', content)
}

interface ImageHeader {
  width: number
  height: number
  hasAlpha: boolean
}

function losslessImage(chunk: Buffer): ImageHeader | null {
  if (chunk.readUInt8(8) !== 0x2f) return null
  const bits = chunk.readUInt32LE(9)
  return {
    width: (bits & 0x3fff) + 1,
    height: ((bits >>> 14) & 0x3fff) + 1,
    hasAlpha: ((bits >>> 28) & 1) === 1,
  }
}

function lossyImage(chunk: Buffer): ImageHeader | null {
  if (chunk.toString('hex', 11, 14) !== '9d012a') return null
  const [width, height] = [chunk.readUInt16LE(14) & 0x3fff, chunk.readUInt16LE(16) & 0x3fff]
  return width === 0 || height === 0 ? null : { width, height, hasAlpha: false }
}

function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(content.byteLength, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.byteLength % 2)])
}
