import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import type { ImageFormat } from '../../../../../src-preload/contract/types/export.ts'
import { BufferedReader, createByteSource } from '../../downloads/formats/ByteSource.ts'
import { APP1, EXIF_HEADER, jpegSegments, START_OF_SCAN } from '../../downloads/formats/jpegSegments.ts'
import { decodeImage, encodeImage, type Pixels } from './codecs.ts'

export interface ConvertRequest {
  path: string
  /** The format of the file, and the requested one. */
  from: string
  to: ImageFormat
  /** 1 to 100, for JPEG and WebP. */
  quality: number
}

/**
 * Converts an image to another format. Null if it must keep its own: it is animated, has a colour profile other than sRGB, which would
 * be lost, or its format can't be read.
 */
export async function convertImage({
  path,
  from,
  to,
  quality,
}: ConvertRequest): Promise<Uint8Array<ArrayBuffer> | null> {
  if (from !== 'png' && from !== 'jpg' && from !== 'webp') return null
  const bytes = await readFile(path)
  const { orientation, isSrgb, isAnimated } = await inspectImage(bytes, from)
  if (!isSrgb || isAnimated) return null
  return encodeImage(applyOrientation(await decodeImage(bytes, from), orientation), to, quality)
}

/** Tasks that run in a worker, because they take long and parse untrusted files. */
export const imageTasks = { convertImage }

/** Rotates and mirrors pixels by the Exif orientation, so that the copy looks the same without it. */
function applyOrientation(image: Pixels, orientation: number): Pixels {
  if (orientation === 1) return image
  const isSwapped = orientation >= 5
  const [width, height] = isSwapped ? [image.height, image.width] : [image.width, image.height]
  const isMirroredX = [2, 3, 7, 8].includes(orientation)
  const isMirroredY = [3, 4, 6, 7].includes(orientation)
  const from = new Uint32Array(image.data.buffer, image.data.byteOffset, image.width * image.height)
  const to = new Uint32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [column, row] = isSwapped ? [y, x] : [x, y]
      const sourceX = isMirroredX ? image.width - 1 - column : column
      const sourceY = isMirroredY ? image.height - 1 - row : row
      to[y * width + x] = from[sourceY * image.width + sourceX] ?? 0
    }
  return { width, height, data: new Uint8ClampedArray(to.buffer) }
}

/** What a conversion must know about an image besides its pixels. */
interface ImageFacts {
  /** How the pixels must be rotated and mirrored, 1 to 8 (Exif 2.32, "Orientation"). */
  orientation: number
  /** Whether its colours are sRGB, so that they are right without a profile. */
  isSrgb: boolean
  isAnimated: boolean
}

const PLAIN: ImageFacts = { orientation: 1, isSrgb: true, isAnimated: false }
const MAX_PROFILE_BYTES = 4 << 20

/** Reads the facts from the metadata of a PNG, JPEG or WebP file. */
async function inspectImage(bytes: Uint8Array, format: string): Promise<ImageFacts> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (format === 'jpg') return inspectJpeg(file)
  return format === 'png' ? inspectPng(file) : inspectWebp(file)
}

/** Segments with the parts of an ICC profile. */
const APP2 = 0xe2

async function inspectJpeg(file: Buffer): Promise<ImageFacts> {
  const facts = { ...PLAIN }
  const profile: Buffer[] = []
  for await (const { marker, position } of jpegSegments(new BufferedReader(createByteSource(file)))) {
    if (marker === START_OF_SCAN) break
    const content = file.subarray(position + 4, position + 2 + file.readUInt16BE(position + 2))
    if (marker === APP1 && content.toString('latin1', 0, EXIF_HEADER.length) === EXIF_HEADER)
      facts.orientation = readOrientation(content.subarray(EXIF_HEADER.length))
    if (marker === APP2 && content.toString('latin1', 0, 12) === 'ICC_PROFILE\0')
      profile.push(content.subarray(14))
  }
  return { ...facts, isSrgb: profile.length === 0 || isSrgbProfile(Buffer.concat(profile)) }
}

function inspectPng(file: Buffer): ImageFacts {
  const facts = { ...PLAIN }
  let hasCicp = false
  for (let position = 8; position + 12 <= file.length;) {
    const length = file.readUInt32BE(position)
    const type = file.toString('latin1', position + 4, position + 8)
    const content = file.subarray(position + 8, position + 8 + length)
    if (type === 'IDAT') break
    if (type === 'acTL') facts.isAnimated = true
    // Primaries and transfer function of sRGB. The chunk takes precedence over a profile.
    if (type === 'cICP') {
      hasCicp = true
      facts.isSrgb = content[0] === 1 && content[1] === 13
    }
    if (type === 'iCCP' && !hasCicp) facts.isSrgb = isSrgbProfile(readPngProfile(content))
    if (type === 'eXIf') facts.orientation = readOrientation(content)
    position += 12 + length
  }
  return facts
}

/** The content of the chunk: a name, a zero byte, the compression method, and the compressed profile. */
function readPngProfile(content: Buffer): Buffer {
  try {
    return inflateSync(content.subarray(content.indexOf(0) + 2), { maxOutputLength: MAX_PROFILE_BYTES })
  } catch {
    return Buffer.alloc(0)
  }
}

function inspectWebp(file: Buffer): ImageFacts {
  const facts = { ...PLAIN }
  for (let position = 12; position + 8 <= file.length;) {
    const type = file.toString('latin1', position, position + 4)
    const length = file.readUInt32LE(position + 4)
    const content = file.subarray(position + 8, position + 8 + length)
    if (type === 'ANIM') facts.isAnimated = true
    if (type === 'ICCP') facts.isSrgb = isSrgbProfile(content)
    if (type === 'EXIF') facts.orientation = readOrientation(content)
    position += 8 + length + (length % 2)
  }
  return facts
}

/** A profile contains its own name, in ASCII or in UTF-16. That of GIMP's linear profile contains sRGB too. */
const isSrgbProfile = (profile: Buffer): boolean =>
  containsText(profile, 'sRGB') && !containsText(profile, 'inear')

const containsText = (content: Buffer, text: string): boolean =>
  content.includes(text, 0, 'latin1') || content.includes(Buffer.from(text, 'utf16le').swap16())

const ORIENTATION = 0x0112

/** The orientation in the first directory of Exif data; 1 if there is none. */
function readOrientation(tiff: Buffer): number {
  if (tiff.length < 8) return 1
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const read16 = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < read16(start); entry++) {
    const at = start + 2 + entry * 12
    if (read16(at) !== ORIENTATION) continue
    const value = read16(at + 8)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}
