import { readAdtsFrame } from './audio/aac.ts'
import { readTagLength } from './audio/frames.ts'
import { readMp3Frame } from './audio/mp3.ts'

/** Formats that are saved with their own extension. Files of other formats are saved as opaque bytes. */
export type Format =
  | 'png'
  | 'jpg'
  | 'webp'
  | 'gif'
  | 'bmp'
  | 'avif'
  | 'mp4'
  | 'mov'
  | 'webm'
  | 'mpeg'
  | 'avi'
  | 'wmv'
  | 'wma'
  | 'm4a'
  | 'mp3'
  | 'aac'
  | 'wav'
  | 'ogg'
  | 'flac'

const latin1 = (head: Buffer, start: number, end: number): string => head.toString('latin1', start, end)

const ASF_HEADER = '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c'

const RIFF_FORMATS: Readonly<Record<string, Format>> = { WEBP: 'webp', WAVE: 'wav', 'AVI ': 'avi' }

/** Types of the boxes with which MP4 and QuickTime files begin. The first one need not be `ftyp`, and old files have none. */
const ISO_BOXES = /^(?:ftyp|styp|moov|moof|mdat|wide|free|skip|pnot|sidx|emsg|prft|uuid|PICT|pdin)$/

/** Whether the first bytes are a box of an MP4, QuickTime, AVIF or HEIC file. */
export const isIso = (head: Buffer): boolean => {
  if (head.length < 12 || !ISO_BOXES.test(latin1(head, 4, 8))) return false
  const size = head.readUInt32BE(0)
  return size === 0 || size === 1 || size >= 8
}

const EBML_HEADER = '\x1a\x45\xdf\xa3'
/** Whether the first bytes are those of a WebM or Matroska file. */
export const isEbml = (head: Buffer): boolean => latin1(head, 0, 4) === EBML_HEADER

/**
 * The format by the magic bytes at the start of a file; null if unknown. Names and content types are ignored. `identifyFile` reads more of
 * the file, which decides between formats that begin alike.
 */
export function sniffFormat(head: Buffer): Format | null {
  if (latin1(head, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (latin1(head, 0, 3) === '\xff\xd8\xff') return 'jpg'
  if (/^GIF8[79]a$/.test(latin1(head, 0, 6))) return 'gif'
  if (/^(?:RIFF|RF64|BW64)$/.test(latin1(head, 0, 4))) return RIFF_FORMATS[latin1(head, 8, 12)] ?? null
  if (isIso(head)) return isoFormat(head)
  if (isEbml(head)) return latin1(head, 0, 64).includes('webm') ? 'webm' : null
  if (latin1(head, 0, 4) === 'OggS') return 'ogg'
  if (latin1(head, 0, 16) === ASF_HEADER) return 'wmv'
  if (['\0\0\x01\xba', '\0\0\x01\xb3'].includes(latin1(head, 0, 4))) return 'mpeg'
  if (isBitmap(head)) return 'bmp'
  return sniffAudio(head)
}

/** FLAC, AAC and MP3, which may follow an ID3 tag. */
function sniffAudio(head: Buffer): Format | null {
  if (latin1(head, 0, 4) === 'fLaC') return 'flac'
  const isFrame = (at: number): boolean => readAdtsFrame(head, at) !== null
  const adts = readAdtsFrame(head, 0)
  // Its first bytes alone are ambiguous.
  if (adts && isFrame(adts.length)) return 'aac'
  if (latin1(head, 0, 3) === 'ID3') {
    const tagBytes = readTagLength(head, 0)
    const rest = tagBytes > 0 && tagBytes < head.length ? head.subarray(tagBytes) : null
    return (rest && rest.length >= 4 && latin1(rest, 0, 3) !== 'ID3' && sniffAudio(rest)) || 'mp3'
  }
  return readMp3Frame(head, 0) === null ? null : 'mp3'
}

/** A brand as text. Some programs fill it with zero bytes instead of spaces. */
export const brandAt = (bytes: Buffer, at: number): string =>
  bytes
    .toString('latin1', at, at + 4)
    .replaceAll('\0', ' ')
    .trimEnd()

/** By the brands in the first bytes; the tracks decide. */
function isoFormat(head: Buffer): Format | null {
  if (latin1(head, 4, 8) !== 'ftyp') return 'mov'
  const end = Math.min(head.readUInt32BE(0), head.length)
  const compatible: string[] = []
  for (let at = 16; at + 4 <= end; at += 4) compatible.push(brandAt(head, at))
  return formatOfBrands(brandAt(head, 8), compatible)
}

/** Brands of images with a coding that can't be used. */
const OTHER_BRANDS = /^(?:hei[cxsm]|hev[cxms]|heif|jp2|jpx|jpm|jxl|crx)$/
/** Brands of images in general, which don't say how they are coded. */
export const GENERAL_BRANDS = /^(?:mif[12]|msf1|miaf)$/

/** The format of an MP4, QuickTime or AVIF file by its brands; null for other image formats. */
export function formatOfBrands(major: string | null, compatible: readonly string[]): Format | null {
  if (OTHER_BRANDS.test(major ?? '')) return null
  if ([major, ...compatible].some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  if (GENERAL_BRANDS.test(major ?? '')) return null
  if (major === null || major === 'qt') return 'mov'
  return /^M4[ABP]$/.test(major) ? 'm4a' : 'mp4'
}

/** `BM`, two reserved words and a header of a valid size. */
const isBitmap = (head: Buffer): boolean =>
  latin1(head, 0, 2) === 'BM' &&
  head.length >= 26 &&
  head.readUInt32LE(6) === 0 &&
  [12, 16, 40, 52, 56, 64, 108, 124].includes(head.readUInt32LE(14))
