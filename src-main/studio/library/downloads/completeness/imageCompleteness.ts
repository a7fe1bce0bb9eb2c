import { MAX_ELEMENTS } from '../formats/ByteSource.ts'
import type { CompletenessCheck } from './Completeness.ts'
import { colorTableBytes, skipSubBlocks } from '../formats/image/readImage.ts'
import { END_OF_IMAGE, jpegSegments } from '../formats/jpegSegments.ts'

/** Chunks up to `IEND` (PNG specification §5). */
const png: CompletenessCheck = async (bytes) => {
  let position = 8
  for (let chunks = 0; chunks < MAX_ELEMENTS; chunks++) {
    const head = await bytes.read(position, 8)
    if (head.length < 8) return 'truncated'
    position += 12 + head.readUInt32BE(0)
    if (position > bytes.size) return 'truncated'
    if (head.toString('latin1', 4, 8) === 'IEND') return 'complete'
  }
  return 'unknown'
}

/** Segments up to the end-of-image marker; the marker of an embedded thumbnail is inside a segment. */
const jpg: CompletenessCheck = async (bytes) => {
  let segments = 0
  for await (const { marker } of jpegSegments(bytes)) {
    if (marker === END_OF_IMAGE) return 'complete'
    if (++segments > MAX_ELEMENTS) return 'unknown'
  }
  return 'truncated'
}

/** The first bytes of GIF blocks. */
const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b

/** Blocks up to the trailer (GIF89a specification). */
const gif: CompletenessCheck = async (bytes) => {
  const head = await bytes.read(0, 13)
  if (head.length < 13) return 'truncated'
  let position = 13 + colorTableBytes(head[10])
  for (let blocks = 0; blocks < MAX_ELEMENTS; blocks++) {
    const block = await bytes.read(position, 10)
    if (block.length === 0) return 'truncated'
    if (block[0] === TRAILER) return 'complete'
    if (block[0] === EXTENSION) position = await skipSubBlocks(bytes, position + 2)
    else if (block[0] === IMAGE) {
      if (block.length < 10) return 'truncated'
      position = await skipSubBlocks(bytes, position + 11 + colorTableBytes(block[9]))
    } else if (block[0] === 0) position += 1
    else return 'unknown'
  }
  return 'unknown'
}

/** Rows of uncompressed pixels have a known length. For other files the header may state the file size. */
const bmp: CompletenessCheck = async (bytes) => {
  const head = await bytes.read(0, 34)
  const hasOldestHeader = head.length >= 26 && head.readUInt32LE(14) === 12
  if (head.length < (hasOldestHeader ? 26 : 34)) return 'truncated'
  const declared = head.readUInt32LE(2)
  const width = hasOldestHeader ? head.readUInt16LE(18) : head.readInt32LE(18)
  const height = Math.abs(hasOldestHeader ? head.readUInt16LE(20) : head.readInt32LE(22))
  const depth = head.readUInt16LE(hasOldestHeader ? 24 : 28)
  const isUncompressed = hasOldestHeader || [0, 3, 6].includes(head.readUInt32LE(30))
  if (isUncompressed) {
    const needed = head.readUInt32LE(10) + Math.ceil((width * depth) / 32) * 4 * height
    return needed > bytes.size ? 'truncated' : 'complete'
  }
  if (declared === 0) return 'unknown'
  return declared > bytes.size ? 'truncated' : 'complete'
}

export const imageCompleteness = { png, jpg, gif, bmp } satisfies Record<string, CompletenessCheck>
