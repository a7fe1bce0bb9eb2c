import { readFile } from 'node:fs/promises'
import type { ImageFormat } from '../../../../../src-preload/contract/types/export.ts'
import { BufferedReader, createByteSource } from '../../downloads/formats/ByteSource.ts'
import { readImage } from '../../downloads/formats/image/readImage.ts'
import { jpegSegments, START_OF_SCAN } from '../../downloads/formats/jpegSegments.ts'
import { applyOrientation } from './applyOrientation.ts'
import { decodeImage, encodeImage, MAX_PIXELS } from './codecs.ts'

/** About that of a photo from a phone, so that the copy isn't much larger. */
const QUALITY = 92

export interface UprightRequest {
  path: string
  format: ImageFormat
}

/**
 * A copy of an image in the same format whose pixels are upright, without its metadata except the colour profile. Null if it is upright
 * already, animated, or too large. Rejects if it is damaged.
 */
export async function uprightImage({
  path,
  format,
}: UprightRequest): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = await readFile(path)
  const facts = await readImage(createByteSource(bytes), format)
  if (!facts || facts.orientation === 1 || facts.isAnimated || facts.width * facts.height > MAX_PIXELS)
    return null
  const pixels = applyOrientation(await decodeImage(bytes, format), facts.orientation)
  const upright = Buffer.from(await encodeImage(pixels, format, QUALITY))
  const withColours = { jpg: copyJpegProfile, png: copyPngColours, webp: copyWebpProfile }[format]
  return new Uint8Array(await withColours(bytes, upright))
}

const APP2 = 0xe2
const PROFILE_HEADER = 'ICC_PROFILE\0'
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Copies the segments of the profile, unless it is that of other colours than the copy has. */
async function copyJpegProfile(from: Buffer, to: Buffer): Promise<Buffer> {
  const profile: Buffer[] = []
  for await (const { marker, position } of jpegSegments(new BufferedReader(createByteSource(from)))) {
    if (marker === START_OF_SCAN) break
    const segment = from.subarray(position, position + 2 + from.readUInt16BE(position + 2))
    if (marker === APP2 && segment.toString('latin1', 4, 16) === PROFILE_HEADER) profile.push(segment)
    const COMPONENTS = 9
    if (isFrameHeader(marker) && segment[COMPONENTS] !== 3) return to
  }
  // After the start of the image and its first segment, JFIF.
  const start = 4 + to.readUInt16BE(4)
  return Buffer.concat([to.subarray(0, start), ...profile, to.subarray(start)])
}

const PNG_COLOURS = new Set(['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'])
const PNG_HEADER_END = 33
/** The bit of the colour type that means colours instead of greys. */
const HAS_COLOUR = 2

async function copyPngColours(from: Buffer, to: Buffer): Promise<Buffer> {
  const chunks: Buffer[] = []
  const isGrey = ((from[25] ?? 0) & HAS_COLOUR) === 0
  for (let position = 8; position + 12 <= from.length;) {
    const length = from.readUInt32BE(position)
    const type = from.toString('latin1', position + 4, position + 8)
    if (type === 'IDAT') break
    // A profile of greys doesn't apply to colours.
    if (PNG_COLOURS.has(type) && !(isGrey && type === 'iCCP'))
      chunks.push(from.subarray(position, position + 12 + length))
    position += 12 + length
  }
  return Buffer.concat([to.subarray(0, PNG_HEADER_END), ...chunks, to.subarray(PNG_HEADER_END)])
}

/** The chunks of a WebP file, each with its head and padding. */
function webpChunks(file: Buffer): { type: string; bytes: Buffer }[] {
  const chunks: { type: string; bytes: Buffer }[] = []
  for (let position = 12; position + 8 <= file.length;) {
    const length = file.readUInt32LE(position + 4)
    const end = position + 8 + length + (length % 2)
    chunks.push({
      type: file.toString('latin1', position, position + 4),
      bytes: file.subarray(position, end),
    })
    position = end
  }
  return chunks
}

const HAS_PROFILE = 0x20
const HAS_ALPHA = 0x10

/** A file with a profile needs the extended header, which states the size of the image. */
async function copyWebpProfile(from: Buffer, to: Buffer): Promise<Buffer> {
  const profile = webpChunks(from).find(({ type }) => type === 'ICCP')
  const size = await readImage(createByteSource(to), 'webp')
  if (!profile || !size) return to
  const chunks = webpChunks(to).filter(({ type }) => type !== 'VP8X')
  const hasAlpha = chunks.some(
    ({ type, bytes }) => type === 'ALPH' || (type === 'VP8L' && ((bytes[12] ?? 0) & 0x10) !== 0),
  )
  const header = Buffer.alloc(18)
  header.write('VP8X', 'latin1')
  header.writeUInt32LE(10, 4)
  header.writeUInt8(HAS_PROFILE | (hasAlpha ? HAS_ALPHA : 0), 8)
  header.writeUIntLE(size.width - 1, 12, 3)
  header.writeUIntLE(size.height - 1, 15, 3)
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    header,
    profile.bytes,
    ...chunks.map(({ bytes }) => bytes),
  ])
  const riff = Buffer.from('RIFF\0\0\0\0', 'latin1')
  riff.writeUInt32LE(body.length, 4)
  return Buffer.concat([riff, body])
}
