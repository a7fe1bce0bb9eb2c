import { EXIF_HEADER } from '../../downloads/formats/jpegSegments.ts'
import type { FileTexts } from './FileText.ts'

const EXIF_POINTER = 0x8769
/** Tags with texts. ComfyUI writes its graphs into the make and the model of the camera. */
const NAMES = new Map([
  [0x010e, 'ImageDescription'],
  [0x010f, 'Make'],
  [0x0110, 'Model'],
  [0x0131, 'Software'],
  [0x9286, 'UserComment'],
])
const MAX_ENTRIES = 1000
/** The byte order of a text is told by its beginning. */
const ORDER_BYTES = 4096
const ENTRY_BYTES = 12
/** The types BYTE, ASCII, UNDEFINED and UTF-8 (Exif 3.0). Other types contain no text. */
const TEXT_TYPES: ReadonlySet<number> = new Set([1, 2, 7, 129])

/** Reads the texts of Exif data (TIFF 6.0), with or without the header that they have in JPEG files. */
export function readExifTexts(exif: Buffer, texts: FileTexts): void {
  const tiff =
    exif.toString('latin1', 0, EXIF_HEADER.length) === EXIF_HEADER ? exif.subarray(EXIF_HEADER.length) : exif
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.byteLength < 8 || (order !== 'II' && order !== 'MM')) return
  const isLittle = order === 'II'
  readDirectory(new Tiff(tiff, isLittle), isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4), texts, true)
}

/** Reads integers in the byte order of a TIFF file. */
class Tiff {
  readonly bytes: Buffer
  readonly isLittle: boolean

  constructor(bytes: Buffer, isLittle: boolean) {
    this.bytes = bytes
    this.isLittle = isLittle
  }

  uint16(at: number): number {
    return this.isLittle ? this.bytes.readUInt16LE(at) : this.bytes.readUInt16BE(at)
  }

  uint32(at: number): number {
    return this.isLittle ? this.bytes.readUInt32LE(at) : this.bytes.readUInt32BE(at)
  }
}

/** Reads the texts of the main directory and of the Exif directory that it points to. */
function readDirectory(tiff: Tiff, offset: number, texts: FileTexts, isMain: boolean): void {
  const { bytes } = tiff
  if (offset + 2 > bytes.byteLength) return
  const count = Math.min(tiff.uint16(offset), MAX_ENTRIES)
  let hasExif = false
  for (let index = 0; index < count; index++) {
    const at = offset + 2 + index * ENTRY_BYTES
    if (at + ENTRY_BYTES > bytes.byteLength) return
    const tag = tiff.uint16(at)
    if (tag === EXIF_POINTER && isMain && !hasExif) {
      hasExif = true
      readDirectory(tiff, tiff.uint32(at + 8), texts, false)
      continue
    }
    const name = NAMES.get(tag)
    if (name === undefined || !TEXT_TYPES.has(tiff.uint16(at + 2))) continue
    const length = tiff.uint32(at + 4)
    const start = length <= 4 ? at + 8 : tiff.uint32(at + 8)
    if (start + length > bytes.byteLength) continue
    if (texts.isFull) return
    const value = bytes.subarray(start, start + length)
    texts.add(name, name === 'UserComment' ? decodeComment(value, tiff.isLittle) : value)
  }
}

/** Decodes a comment, which begins with the name of its encoding. */
function decodeComment(value: Buffer, isLittle: boolean): Buffer | string {
  const encoding = value.toString('latin1', 0, 8)
  if (!/^(UNICODE|ASCII|\0)/.test(encoding)) return value
  const content = value.subarray(8)
  return encoding.startsWith('UNICODE') ? decodeUtf16(content, isLittle) : content
}

/**
 * Decodes UTF-16. Programs disagree about the byte order: without a byte order mark, it is the one that results in more
 * separators, or that of the file.
 */
function decodeUtf16(bytes: Buffer, isLittle: boolean): string {
  const content = bytes.subarray(0, bytes.byteLength - (bytes.byteLength % 2))
  const asLittle = (part: Buffer): string => part.toString('utf16le')
  const asBig = (part: Buffer): string => Buffer.from(part).swap16().toString('utf16le')
  const start = content.subarray(0, ORDER_BYTES)
  const [little, big] = [asLittle(start), asBig(start)]
  if (little.startsWith('\uFEFF')) return asLittle(content).slice(1)
  if (big.startsWith('\uFEFF')) return asBig(content).slice(1)
  const difference = countSeparators(little) - countSeparators(big)
  return difference > 0 || (difference === 0 && isLittle) ? asLittle(content) : asBig(content)
}

/** Counts characters that hardly any text contains in the wrong byte order, unlike letters: "N" becomes "一". */
const countSeparators = (text: string): number => text.split(/[\n ,:]/).length
