import { crc32 } from 'node:zlib'
import type { BufferedReader } from '../../downloads/formats/ByteSource.ts'
import {
  APP1,
  EXIF_HEADER,
  jpegSegments,
  START_OF_SCAN,
  XMP_HEADER,
} from '../../downloads/formats/jpegSegments.ts'
import { PNG_TEXT_CHUNKS } from '../../metadata/containers/readPngTexts.ts'
import { MAX_CHUNKS, type PlanCopy } from './Metadata.ts'

const HAS_ALPHA = 0x10
const HAS_EXIF = 0x08
const HAS_XMP = 0x04
const WEBP_HEADER_BYTES = 12
const EXTENDED_BYTES = 18
/** Metadata of the file itself, and its C2PA signature. */
const METADATA_CHUNKS: ReadonlySet<string> = new Set(['EXIF', 'XMP ', 'C2PA'])
const MAX_RIFF_BYTES = 0xffff_fff6

/** Adds chunks at the end, and a header that announces them (WebP container specification, "Extended File Format"). */
export const planWebp: PlanCopy = async (original, { parameters, xmp }) => {
  const head = await original.read(0, WEBP_HEADER_BYTES + EXTENDED_BYTES)
  const isWebp = head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP'
  if (head.byteLength < WEBP_HEADER_BYTES + EXTENDED_BYTES || !isWebp) return null
  if (head.readUInt32LE(4) + 8 !== original.size || !(await hasOnlyImageChunks(original))) return null
  const extended = extendedHeader(head.subarray(WEBP_HEADER_BYTES))
  if (!extended) return null
  const from = WEBP_HEADER_BYTES + (head.toString('latin1', 12, 16) === 'VP8X' ? EXTENDED_BYTES : 0)
  const added = Buffer.concat([
    riffChunk('EXIF', exifComment(parameters)),
    riffChunk('XMP ', Buffer.from(xmp)),
  ])
  const riff = Buffer.from(head.subarray(0, WEBP_HEADER_BYTES))
  const bytes = 4 + extended.byteLength + (original.size - from) + added.byteLength
  if (bytes > MAX_RIFF_BYTES) return null
  riff.writeUInt32LE(bytes, 4)
  return [{ bytes: Buffer.concat([riff, extended]) }, { from, to: original.size }, { bytes: added }]
}

/** Whether the chunks fill the file and none of them is metadata. */
async function hasOnlyImageChunks(original: BufferedReader): Promise<boolean> {
  let position = WEBP_HEADER_BYTES
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
  return riffChunk('VP8X', content)
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

function riffChunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(content.byteLength, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.byteLength % 2)])
}

const APP0 = 0xe0
/** JUMBF boxes, such as a C2PA manifest, whose signature a change would invalidate. */
const APP11 = 0xeb
/** The length of a segment has two bytes and includes itself. */
const MAX_SEGMENT_BYTES = 0xffff - 2
/** Programs may add some bytes after the end of the image. */
const TRAILER_BYTES = 4096

/** Adds Exif and XMP segments at the beginning, after the JFIF segment if there is one. */
export const planJpeg: PlanCopy = async (original, { parameters, xmp }) => {
  const start = await original.read(0, 2)
  if (!start.equals(Buffer.from([0xff, 0xd8]))) return null
  const segments = [
    Buffer.concat([Buffer.from(EXIF_HEADER, 'latin1'), exifComment(parameters)]),
    Buffer.concat([Buffer.from(XMP_HEADER, 'latin1'), Buffer.from(xmp)]),
  ]
  if (segments.some(({ byteLength }) => byteLength > MAX_SEGMENT_BYTES)) return null
  let [at, count, hasImage] = [2, 0, false]
  for await (const { marker, position } of jpegSegments(original)) {
    const head = await original.read(position, 4 + XMP_HEADER.length)
    if (head.byteLength < 4 || ++count > MAX_CHUNKS) return null
    const end = position + 2 + head.readUInt16BE(2)
    if (end > original.size) return null
    hasImage = marker === START_OF_SCAN
    if (hasImage) break
    const content = head.toString('latin1', 4)
    const isMetadata = content.startsWith(EXIF_HEADER) || content.startsWith(XMP_HEADER)
    if (marker === APP11 || (marker === APP1 && isMetadata)) return null
    if (marker === APP0 && position === 2) at = end
  }
  const tail = await original.read(Math.max(0, original.size - TRAILER_BYTES), TRAILER_BYTES)
  if (!hasImage || !tail.includes(Buffer.from([0xff, 0xd9]))) return null
  return [
    { from: 0, to: at },
    { bytes: Buffer.concat(segments.map(segment)) },
    { from: at, to: original.size },
  ]
}

function segment(content: Buffer): Buffer {
  const head = Buffer.from([0xff, APP1, 0, 0])
  head.writeUInt16BE(content.byteLength + 2, 2)
  return Buffer.concat([head, content])
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Signature and header chunk. */
const PNG_HEADER_BYTES = 33
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')
const XMP_KEYWORD = 'XML:com.adobe.xmp'
/** The image data may be split into many chunks. */
const MAX_IMAGE_CHUNKS = 100_000
/** A C2PA manifest, which signs the file. */
const SIGNED_CHUNK = 'caBX'

/** Adds text chunks after the header (PNG specification, third edition, §11.3.3). */
export const planPng: PlanCopy = async (original, { parameters, xmp }) => {
  const head = await original.read(0, PNG_HEADER_BYTES)
  if (!head.subarray(0, 8).equals(PNG_SIGNATURE) || head.toString('latin1', 12, 16) !== 'IHDR') return null
  const counts = { image: 0, other: 0 }
  for (let position = 8; ;) {
    const start = await original.read(position, 8 + XMP_KEYWORD.length + 1)
    if (start.byteLength < 12 || counts.other === MAX_CHUNKS || counts.image === MAX_IMAGE_CHUNKS) return null
    const end = position + 12 + start.readUInt32BE(0)
    if (end > original.size) return null
    const type = start.toString('latin1', 4, 8)
    // Text may also follow the image data.
    counts[type === 'IDAT' ? 'image' : 'other']++
    if (type === 'IEND') break
    const [keyword] = start.toString('latin1', 8).split('\0')
    if (PNG_TEXT_CHUNKS.has(type) && (keyword === 'parameters' || keyword === XMP_KEYWORD)) return null
    if (type === SIGNED_CHUNK) return null
    position = end
  }
  const last = await original.read(original.size - PNG_END.byteLength, PNG_END.byteLength)
  if (!last.equals(PNG_END)) return null
  return [
    { from: 0, to: PNG_HEADER_BYTES },
    { bytes: Buffer.concat([textChunk('parameters', parameters), internationalText(XMP_KEYWORD, xmp)]) },
    { from: PNG_HEADER_BYTES, to: original.size },
  ]
}

/** A tEXt chunk, which more programs read, if all characters are in Latin-1; otherwise an iTXt chunk. */
const textChunk = (keyword: string, text: string): Buffer =>
  /^[\n\x20-\x7e\xa0-\xff]*$/.test(text)
    ? pngChunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1'))
    : internationalText(keyword, text)

/** Uncompressed, without a language. */
const internationalText = (keyword: string, text: string): Buffer =>
  pngChunk('iTXt', Buffer.from(`${keyword}\0\0\0\0\0${text}`))

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.byteLength, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

const EXIF_POINTER = 0x8769
const USER_COMMENT = 0x9286
const LONG = 4
const UNDEFINED = 7

/** Exif data (TIFF, big-endian) with only a user comment, in UTF-16 as other programs expect it. */
function exifComment(text: string): Buffer {
  const comment = Buffer.concat([Buffer.from('UNICODE\0', 'latin1'), Buffer.from(text, 'utf16le').swap16()])
  const header = Buffer.from('4d4d002a00000008', 'hex')
  const main = directory(EXIF_POINTER, LONG, 1, header.byteLength + DIRECTORY_BYTES)
  const exif = directory(USER_COMMENT, UNDEFINED, comment.byteLength, header.byteLength + 2 * DIRECTORY_BYTES)
  return Buffer.concat([header, main, exif, comment])
}

const DIRECTORY_BYTES = 18

/** A directory with one entry, whose value is an offset. */
function directory(tag: number, type: number, count: number, offset: number): Buffer {
  const bytes = Buffer.alloc(DIRECTORY_BYTES)
  bytes.writeUInt16BE(1, 0)
  bytes.writeUInt16BE(tag, 2)
  bytes.writeUInt16BE(type, 4)
  bytes.writeUInt32BE(count, 6)
  bytes.writeUInt32BE(offset, 10)
  return bytes
}
