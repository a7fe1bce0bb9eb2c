import { type ByteSource, BufferedReader, MAX_ELEMENTS } from '../ByteSource.ts'
import { APP1, EXIF_HEADER, jpegSegments, START_OF_SCAN } from '../jpegSegments.ts'
import type { Format } from '../sniffFormat.ts'
import { isSrgbChromaticities, isSrgbGamma, isSrgbProfile, readPngProfile } from './colour.ts'
import { readExifOrientation } from './exifOrientation.ts'
import { imageFacts, type ImageFacts, type ImageSize } from '../ImageFacts.ts'
import { avif } from '../iso/readAvif.ts'

type ImageReader = (bytes: BufferedReader) => Promise<ImageFacts | null>

/** Exif data and profiles that are longer than this are not read. */
const MAX_METADATA_BYTES = 4 << 20

/** Chunks up to the pixels. */
const png: ImageReader = async (bytes) => {
  let size: ImageSize | null = null
  const facts: Partial<ImageFacts> = {}
  const colour = new Map<string, boolean>()
  let position = 8
  for (let chunks = 0; chunks < MAX_ELEMENTS; chunks++) {
    const head = await bytes.read(position, 8)
    if (head.length < 8) break
    const length = head.readUInt32BE(0)
    const type = head.toString('latin1', 4, 8)
    if (chunks === 0 && type !== 'IHDR') return null
    if (type === 'IDAT' || type === 'IEND') break
    if (['IHDR', 'acTL', 'cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'eXIf'].includes(type)) {
      const content = await bytes.read(position + 8, Math.min(length, MAX_METADATA_BYTES))
      if (type === 'IHDR' && content.length >= 8)
        size = { width: content.readUInt32BE(0), height: content.readUInt32BE(4) }
      if (type === 'acTL' && content.length >= 4) facts.isAnimated = content.readUInt32BE(0) > 1
      if (type === 'eXIf') facts.orientation = readExifOrientation(content) ?? 1
      // Primaries and transfer function of sRGB.
      if (type === 'cICP') colour.set(type, content[0] === 1 && content[1] === 13)
      if (type === 'iCCP') colour.set(type, isSrgbProfile(readPngProfile(content)))
      if (type === 'sRGB') colour.set(type, true)
      if (type === 'gAMA') colour.set(type, isSrgbGamma(content))
      if (type === 'cHRM') colour.set(type, isSrgbChromaticities(content))
    }
    position += 12 + length
  }
  // Each takes precedence over the next (PNG specification §4.3).
  const stated = ['cICP', 'iCCP', 'sRGB'].find((type) => colour.has(type))
  const isSrgb =
    stated === undefined ? colour.get('gAMA') !== false && colour.get('cHRM') !== false : colour.get(stated)
  return size && imageFacts(size, { ...facts, isSrgb: isSrgb !== false })
}

const IMAGE_BLOCK = 0x2c
const EXTENSION_BLOCK = 0x21

/** Blocks up to the second image, which makes it an animation. */
const gif: ImageReader = async (bytes) => {
  const head = await bytes.read(0, 13)
  if (head.length < 10) return null
  const size = { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
  let position = 13 + colorTableBytes(head[10])
  let images = 0
  for (let blocks = 0; blocks < MAX_ELEMENTS && images < 2; blocks++) {
    const block = await bytes.read(position, 10)
    if (block[0] === EXTENSION_BLOCK) position = await skipSubBlocks(bytes, position + 2)
    else if (block[0] === IMAGE_BLOCK) {
      images += 1
      position = await skipSubBlocks(bytes, position + 11 + colorTableBytes(block[9]))
    } else break
  }
  return imageFacts(size, { isAnimated: images > 1 })
}

/** The size in bytes of the color table that a packed field declares. */
export const colorTableBytes = (packed = 0): number => (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0)

/** The offset after the sub-blocks of a GIF block. */
export async function skipSubBlocks(bytes: BufferedReader, from: number): Promise<number> {
  for (let position = from; position < bytes.size;) {
    const chunk = await bytes.readAtLeast(position, 1)
    let offset = 0
    while (offset < chunk.length) {
      const length = chunk[offset] ?? 0
      offset += 1 + length
      if (length === 0) return position + offset
    }
    position += offset
  }
  return bytes.size
}

/** The oldest header has 16-bit sizes; a negative height means rows from the top. */
const bmp: ImageReader = async (bytes) => {
  const head = await bytes.read(0, 26)
  if (head.length < 26) return null
  if (head.readUInt32LE(14) === 12)
    return imageFacts({ width: head.readUInt16LE(18), height: head.readUInt16LE(20) })
  return imageFacts({ width: head.readInt32LE(18), height: Math.abs(head.readInt32LE(22)) })
}

/** Chunks, because metadata follows the pixels. */
const webp: ImageReader = async (bytes) => {
  const facts: Partial<ImageFacts> = {}
  let size: ImageSize | null = null
  let position = 12
  for (let chunks = 0; chunks < MAX_ELEMENTS && position < bytes.size; chunks++) {
    const head = await bytes.read(position, 18)
    if (head.length < 8) break
    const type = head.toString('latin1', 0, 4)
    const length = head.readUInt32LE(4)
    size ??= webpSize(type, head)
    if (type === 'ANIM') facts.isAnimated = true
    if (type === 'ICCP' || type === 'EXIF') {
      const content = await bytes.read(position + 8, Math.min(length, MAX_METADATA_BYTES))
      if (type === 'ICCP') facts.isSrgb = isSrgbProfile(content)
      else facts.orientation ??= readExifOrientation(content) ?? 1
    }
    position += 8 + length + (length % 2)
  }
  return size && imageFacts(size, facts)
}

function webpSize(type: string, head: Buffer): ImageSize | null {
  if (head.length < 18) return null
  if (type === 'VP8X') return { width: head.readUIntLE(12, 3) + 1, height: head.readUIntLE(15, 3) + 1 }
  if (type === 'VP8 ')
    return { width: head.readUInt16LE(14) & 0x3fff, height: head.readUInt16LE(16) & 0x3fff }
  if (type !== 'VP8L') return null
  const bits = head.readUInt32LE(9)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Segments with the parts of an ICC profile. */
const APP2 = 0xe2
const PROFILE_HEADER = 'ICC_PROFILE\0'

/** Segments up to the pixels. The frame header may follow large profiles and previews. */
const jpg: ImageReader = async (bytes) => {
  let size: ImageSize | null = null
  const profile: Buffer[] = []
  let orientation: number | null = null
  let segments = 0
  for await (const { marker, position } of jpegSegments(bytes)) {
    if (++segments > MAX_ELEMENTS || marker === START_OF_SCAN) break
    if (isFrameHeader(marker)) {
      const header = await bytes.read(position, 9)
      if (header.length === 9) size = { width: header.readUInt16BE(7), height: header.readUInt16BE(5) }
    }
    if (marker !== APP1 && marker !== APP2) continue
    const length = (await bytes.read(position + 2, 2)).readUInt16BE(0)
    const content = await bytes.read(position + 4, length - 2)
    if (marker === APP1 && content.toString('latin1', 0, EXIF_HEADER.length) === EXIF_HEADER)
      orientation ??= readExifOrientation(content)
    if (marker === APP2 && content.toString('latin1', 0, PROFILE_HEADER.length) === PROFILE_HEADER)
      profile.push(content.subarray(PROFILE_HEADER.length + 2))
  }
  const isSrgb = profile.length === 0 || isSrgbProfile(Buffer.concat(profile))
  return size && imageFacts(size, { orientation: orientation ?? 1, isSrgb })
}

const readers: Partial<Record<Format, ImageReader>> = { png, jpg, gif, bmp, webp, avif }

/** The facts of an image from its metadata, without decoding it; null if its size is unknown. */
export async function readImage(
  source: ByteSource | BufferedReader,
  format: string,
): Promise<ImageFacts | null> {
  const reader = Object.entries(readers).find(([name]) => name === format)?.[1]
  const bytes = source instanceof BufferedReader ? source : new BufferedReader(source)
  const facts = (await reader?.(bytes)) ?? null
  return facts && facts.width > 0 && facts.height > 0 ? facts : null
}
