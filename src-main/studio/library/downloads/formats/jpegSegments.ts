import type { BufferedReader } from './ByteSource.ts'

/** The beginnings of APP1 segments with Exif data and with an XMP packet. */
export const EXIF_HEADER = 'Exif\0\0'
export const XMP_HEADER = 'http://ns.adobe.com/xap/1.0/\0'
export const APP1 = 0xe1

export const START_OF_SCAN = 0xda
export const END_OF_IMAGE = 0xd9

interface Segment {
  marker: number
  /** Offset of its 0xFF byte. */
  position: number
}

/** Whether a marker has no content: TEM, SOI, EOI and RST0 to RST7. */
const isStandalone = (marker: number): boolean =>
  marker === 0x01 || marker === 0xd8 || marker === END_OF_IMAGE || (marker >= 0xd0 && marker <= 0xd7)

/**
 * Yields the markers of a JPEG in order until EOI (ITU T.81 annex B), over stray bytes between them, as decoders do; stops at a segment of an
 * invalid length or at the end of the file.
 */
export async function* jpegSegments(bytes: BufferedReader): AsyncGenerator<Segment> {
  for (let position = 2; position < bytes.size;) {
    position = await findMarker(bytes, position)
    const head = await bytes.read(position, 4)
    const marker = head[1]
    if (marker === undefined) return
    if (isStandalone(marker)) {
      yield { marker, position }
      if (marker === END_OF_IMAGE) return
      position += 2
      continue
    }
    if (head.length < 4 || head.readUInt16BE(2) < 2) return
    yield { marker, position }
    position += 2 + head.readUInt16BE(2)
    if (marker === START_OF_SCAN) position = await skipScanData(bytes, position)
  }
}

/** The offset of the next 0xFF that a marker follows: not a 0, which makes it data, nor another 0xFF, which is a fill byte. */
async function findMarker(bytes: BufferedReader, from: number): Promise<number> {
  for (let position = from; position < bytes.size;) {
    const chunk = await bytes.readAtLeast(position, 2)
    let found = chunk.indexOf(0xff)
    for (; found >= 0 && found + 1 < chunk.length; found = chunk.indexOf(0xff, found + 1))
      if (chunk[found + 1] !== 0 && chunk[found + 1] !== 0xff) return position + found
    // A 0xFF at the end of the chunk is re-read together with the next byte.
    position += found < 0 || chunk.length < 2 ? chunk.length : found
  }
  return bytes.size
}

/** Returns the offset of the first marker after the entropy-coded data, or the file size if there is none. */
async function skipScanData(bytes: BufferedReader, from: number): Promise<number> {
  for (let position = from; position < bytes.size;) {
    const chunk = await bytes.readAtLeast(position, 2)
    let found = chunk.indexOf(0xff)
    for (; found >= 0 && found + 1 < chunk.length; found = chunk.indexOf(0xff, found + 1)) {
      const next = chunk[found + 1] ?? 0
      const isMarker = next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)
      if (isMarker) return position + found
    }
    // A 0xFF at the end of the chunk is re-read together with the next byte.
    position += found < 0 || chunk.length < 2 ? chunk.length : found
  }
  return bytes.size
}
