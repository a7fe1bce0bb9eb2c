import { type BufferedReader, MAX_ELEMENTS } from '../ByteSource.ts'
import { readTagLength } from './frames.ts'

/** How many bytes at the end of a FLAC file are searched for the last frame: more than any frame of common audio files has. */
const MAX_FRAME_BYTES = 1 << 21
/** Maximum number of frame headers whose frame is checked by its checksum. */
const MAX_CANDIDATES = 16

interface StreamInfo {
  blockSize: number
  /** Samples per second. */
  rate: number
  /** 0 if not stated. */
  samples: number
  /** The offset of the first frame. */
  firstFrame: number
}

/** What the header and the last frame of a FLAC file state. */
export interface FlacFacts {
  rate: number
  /** Samples by the header; 0 if not stated. */
  stated: number
  /** The number of samples up to the end of the last whole frame; null if none was found. */
  found: number | null
}

/**
 * FLAC frames (RFC 9639 §9) don't state their length, so the last frame is searched from the end of the file by its checksum. `truncated`:
 * the metadata is incomplete; `unknown`: there is more than is read.
 */
export async function readFlac(bytes: BufferedReader): Promise<FlacFacts | 'truncated' | 'unknown'> {
  const info = await readStreamInfo(bytes)
  if (info === 'truncated' || info === 'unknown') return info
  const facts: FlacFacts = { rate: info.rate, stated: info.samples, found: null }
  const end = await findEndOfAudio(bytes)
  const start = Math.max(info.firstFrame, end - MAX_FRAME_BYTES)
  const tail = await bytes.read(start, end - start)
  let candidates = 0
  for (
    let position = findLastSync(tail, tail.length);
    position >= 0 && candidates < MAX_CANDIDATES;
    position = findLastSync(tail, position)
  ) {
    const endSample = readEndSample(tail.subarray(position), info.blockSize)
    if (endSample === null) continue
    candidates += 1
    if (checksum(tail.subarray(position), 16, 0x8005) === 0) return { ...facts, found: endSample }
  }
  return facts
}

/** The stream info from the metadata blocks (§8), which may follow an ID3 tag. */
async function readStreamInfo(bytes: BufferedReader): Promise<StreamInfo | 'truncated' | 'unknown'> {
  const tagBytes = readTagLength(await bytes.read(0, 32), 0)
  const info = await bytes.read(tagBytes + 8, 18)
  if (info.length < 18) return 'truncated'
  const samples = (info.readUInt8(13) & 15) * 2 ** 32 + info.readUInt32BE(14)
  const rate = info.readUIntBE(10, 3) >> 4
  let position = tagBytes + 4
  for (let blocks = 0; blocks < MAX_ELEMENTS; blocks++) {
    const head = await bytes.read(position, 4)
    if (head.length < 4) return 'truncated'
    position += 4 + head.readUIntBE(1, 3)
    if (position > bytes.size) return 'truncated'
    if (head.readUInt8(0) & 0x80)
      return { blockSize: info.readUInt16BE(0), rate, samples, firstFrame: position }
  }
  return 'unknown'
}

/** The end of the audio. Some programs append an ID3v1 tag. */
async function findEndOfAudio(bytes: BufferedReader): Promise<number> {
  const tag = await bytes.read(Math.max(0, bytes.size - 128), 3)
  return tag.toString('latin1') === 'TAG' ? bytes.size - 128 : bytes.size
}

/** The last offset before `end` at which a frame may begin; -1 if there is none. */
function findLastSync(tail: Buffer, end: number): number {
  for (let position = end === 0 ? -1 : tail.lastIndexOf(0xff, end - 1); position >= 0;) {
    if (((tail[position + 1] ?? 0) & 0xfe) === 0xf8) return position
    position = position === 0 ? -1 : tail.lastIndexOf(0xff, position - 1)
  }
  return -1
}

/** The number of samples up to the end of the frame (§9.1); null if it isn't a frame. */
function readEndSample(frame: Buffer, blockSize: number): number | null {
  const code = (frame[2] ?? 0) >> 4
  const firstByte = frame[4] ?? 0
  // A number of up to 36 bits, encoded like UTF-8.
  const extra = firstByte < 0x80 ? 0 : Math.clz32(~(firstByte << 24)) - 1
  let number = extra === 0 ? firstByte : firstByte & (0x3f >> extra)
  for (const byte of frame.subarray(5, 5 + extra)) number = number * 64 + (byte & 0x3f)
  let position = 5 + extra
  let size = code === 1 ? 192 : code < 6 ? 576 << (code - 2) : 256 << (code - 8)
  if (code === 6) size = (frame[position++] ?? 0) + 1
  if (code === 7) {
    size = (frame[position] ?? 0) * 256 + (frame[position + 1] ?? 0) + 1
    position += 2
  }
  const rate = (frame[2] ?? 0) & 15
  position += rate === 12 ? 1 : rate === 13 || rate === 14 ? 2 : 0
  if (code === 0 || rate === 15 || position + 3 > frame.length) return null
  if (checksum(frame.subarray(0, position + 1), 8, 0x07) !== 0) return null
  const isBySample = ((frame[1] ?? 0) & 1) === 1
  return (isBySample ? number : number * blockSize) + size
}

/** A cyclic redundancy check. The result is 0 for bytes that end with their own checksum. */
function checksum(bytes: Buffer, bits: 8 | 16, polynomial: number): number {
  const table = getChecksumTable(bits, polynomial)
  const mask = bits === 8 ? 0xff : 0xffff
  let sum = 0
  for (const byte of bytes) sum = ((sum << 8) ^ (table[((sum >> (bits - 8)) ^ byte) & 255] ?? 0)) & mask
  return sum
}

const tables = new Map<number, Uint16Array>()

function getChecksumTable(bits: 8 | 16, polynomial: number): Uint16Array {
  const cached = tables.get(bits)
  if (cached) return cached
  const top = 1 << (bits - 1)
  const table = Uint16Array.from({ length: 256 }, (_, index) => {
    let value = index << (bits - 8)
    for (let bit = 0; bit < 8; bit++) value = value & top ? (value << 1) ^ polynomial : value << 1
    return value & (bits === 8 ? 0xff : 0xffff)
  })
  tables.set(bits, table)
  return table
}
