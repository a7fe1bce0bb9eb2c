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

/** Yields the markers of a JPEG in order until EOI (ITU T.81 annex B); stops at the first invalid marker or at end of file. */
export async function* jpegSegments(bytes: BufferedReader): AsyncGenerator<Segment> {
  for (let position = 2; position < bytes.size;) {
    position = await skipFillBytes(bytes, position)
    const head = await bytes.read(position, 4)
    const marker = head[1]
    if (head[0] !== 0xff || marker === undefined) return
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

/** Skips 0xFF fill bytes and returns the offset of the last one, which starts the marker. */
async function skipFillBytes(bytes: BufferedReader, from: number): Promise<number> {
  for (let position = from; ;) {
    const chunk = await bytes.readAtLeast(position, 2)
    let fill = 0
    while (chunk[fill] === 0xff && chunk[fill + 1] === 0xff) fill += 1
    position += fill
    if (fill === 0 || fill + 2 <= chunk.length) return position
  }
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
