import { type BufferedReader, MAX_ELEMENTS } from '../formats/ByteSource.ts'
import type { CompletenessCheck } from './Completeness.ts'

/** The frames of about seven hours of audio. A longer file is `unknown`. */
const MAX_FRAMES = 1 << 20

const SAMPLE_RATES = [44_100, 48_000, 32_000]
const KBITS_VERSION_1 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const KBITS_VERSION_2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

/** The length of an MPEG layer III frame from its header; null if it isn't a frame header. */
function mp3FrameLength(head: Buffer): number | null {
  if (head.length < 4 || head[0] !== 0xff || ((head[1] ?? 0) & 0xe6) !== 0xe2) return null
  const version = (head.readUInt8(1) >> 3) & 3
  const rate = SAMPLE_RATES[(head.readUInt8(2) >> 2) & 3]
  const kbits = (version === 3 ? KBITS_VERSION_1 : KBITS_VERSION_2)[(head.readUInt8(2) >> 4) - 1]
  if (version === 1 || rate === undefined || kbits === undefined) return null
  const sampleRate = version === 3 ? rate : version === 2 ? rate / 2 : rate / 4
  const padding = (head.readUInt8(2) >> 1) & 1
  return Math.floor(((version === 3 ? 144_000 : 72_000) * kbits) / sampleRate) + padding
}

/** The length of an ADTS frame from its header; null if it isn't a frame header. */
function aacFrameLength(head: Buffer): number | null {
  if (head.length < 6 || head[0] !== 0xff || ((head[1] ?? 0) & 0xf6) !== 0xf0) return null
  const length = ((head.readUInt8(3) & 3) << 11) | (head.readUInt8(4) << 3) | (head.readUInt8(5) >> 5)
  return length >= 7 ? length : null
}

interface FrameWalk {
  frames: number
  /** The offset at which no further frame begins. */
  end: number
}

async function walkFrames(
  bytes: BufferedReader,
  start: number,
  readFrameLength: (head: Buffer) => number | null,
): Promise<FrameWalk> {
  let position = start
  let frames = 0
  for (; frames < MAX_FRAMES && position < bytes.size; frames++) {
    const length = readFrameLength(await bytes.read(position, 6))
    if (length === null) break
    position += length
  }
  return { frames, end: position }
}

const isPartialHeader = (rest: Buffer): boolean => rest.length > 0 && rest.length < 6 && rest[0] === 0xff

/** Frames don't state how many follow, so a file that is truncated between two frames can't be distinguished from a complete one. */
const aac: CompletenessCheck = async (bytes) => {
  const { end } = await walkFrames(bytes, 0, aacFrameLength)
  return end > bytes.size || isPartialHeader(await bytes.read(end, 6)) ? 'truncated' : 'unknown'
}

/** The first frame may state the number of frames and bytes (Xing, VBRI). There may be tags before and after the frames. */
const mp3: CompletenessCheck = async (bytes) => {
  const start = await skipId3Tag(bytes)
  if (start > bytes.size) return 'truncated'
  const declared = readDeclaredCounts(await bytes.read(start, 200))
  const { frames, end } = await walkFrames(bytes, start, mp3FrameLength)
  if (end > bytes.size || isPartialHeader(await bytes.read(end, 6))) return 'truncated'
  if (frames === 0 || frames === MAX_FRAMES) return 'unknown'
  if (await isTagTruncated(bytes, end)) return 'truncated'
  return declared === null ? 'unknown' : compareCounts(declared, { frames: frames - 1, bytes: end - start })
}

interface DeclaredCounts {
  frames: number | null
  bytes: number | null
}

/**
 * Compares the declared counts with those found. Encoders count differently, so one count that is reached shows that the file is complete,
 * and a single missing frame doesn't show that it is truncated.
 */
function compareCounts(
  declared: DeclaredCounts,
  found: { frames: number; bytes: number },
): 'complete' | 'truncated' | 'unknown' {
  const hasFrames = declared.frames !== null && found.frames >= declared.frames
  const hasBytes = declared.bytes !== null && found.bytes >= declared.bytes
  if (hasFrames || hasBytes) return 'complete'
  const isClearlyShort = declared.frames !== null && found.frames < declared.frames - 1
  return isClearlyShort || (declared.frames !== null && declared.bytes !== null) ? 'truncated' : 'unknown'
}

function readDeclaredCounts(frame: Buffer): DeclaredCounts | null {
  if (mp3FrameLength(frame) === null || frame.length < 200) return null
  if (frame.toString('latin1', 36, 40) === 'VBRI') {
    return { bytes: frame.readUInt32BE(46), frames: frame.readUInt32BE(50) }
  }
  const isVersion1 = ((frame.readUInt8(1) >> 3) & 3) === 3
  const isMono = frame.readUInt8(3) >> 6 === 3
  const position = 4 + (isVersion1 ? (isMono ? 17 : 32) : isMono ? 9 : 17)
  if (!/^(Xing|Info)$/.test(frame.toString('latin1', position, position + 4))) return null
  const flags = frame.readUInt32BE(position + 4)
  const hasFrames = (flags & 1) === 1
  const frames = hasFrames ? frame.readUInt32BE(position + 8) : null
  const bytes = flags & 2 ? frame.readUInt32BE(position + (hasFrames ? 12 : 8)) : null
  return frames === null && bytes === null ? null : { frames, bytes }
}

/** The offset of the first frame: after an ID3v2 tag and any zeros that follow it. */
async function skipId3Tag(bytes: BufferedReader): Promise<number> {
  const head = await bytes.read(0, 10)
  if (head.toString('latin1', 0, 3) !== 'ID3') return 0
  if (head.length < 10) return bytes.size + 1
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10)
  let position = 10 + ((a << 21) | (b << 14) | (c << 7) | d) + (head.readUInt8(5) & 0x10 ? 10 : 0)
  while (position < bytes.size) {
    const chunk = await bytes.readAtLeast(position, 1)
    const first = chunk.findIndex((byte) => byte !== 0)
    if (first >= 0) return position + first
    position += chunk.length
  }
  // A tag without audio.
  return bytes.size + 1
}

/** Whether an APE or ID3v1 tag after the frames is truncated. */
async function isTagTruncated(bytes: BufferedReader, end: number): Promise<boolean> {
  const head = await bytes.read(end, 32)
  if (head.toString('latin1', 0, 3) === 'TAG') return end + 128 > bytes.size
  if (head.toString('latin1', 0, 8) !== 'APETAGEX') return false
  return head.length < 32 || end + 32 + head.readUInt32LE(12) > bytes.size
}

/** How many bytes at the end of a FLAC file are searched for the last frame: more than any frame of common audio files has. */
const MAX_FRAME_BYTES = 1 << 21
/** Maximum number of frame headers whose frame is checked by its checksum. */
const MAX_CANDIDATES = 16

interface StreamInfo {
  blockSize: number
  /** 0 if not stated. */
  samples: number
  /** The offset of the first frame. */
  firstFrame: number
}

/**
 * FLAC frames (RFC 9639 §9) don't state their length, so the last frame is searched from the end of the file by its checksum. Its
 * sample number shows whether all samples are there.
 */
const flac: CompletenessCheck = async (bytes) => {
  const info = await readStreamInfo(bytes)
  if (info === null) return 'truncated'
  if (info === 'unknown') return 'unknown'
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
    if (checksum(tail.subarray(position), 16, 0x8005) !== 0) continue
    if (info.samples === 0) return 'unknown'
    return endSample >= info.samples ? 'complete' : 'truncated'
  }
  return 'truncated'
}

/** The stream info from the metadata blocks (§8); null if they are truncated, `unknown` if there are more than are checked. */
async function readStreamInfo(bytes: BufferedReader): Promise<StreamInfo | null | 'unknown'> {
  const info = await bytes.read(8, 18)
  if (info.length < 18) return null
  const samples = (info.readUInt8(13) & 15) * 2 ** 32 + info.readUInt32BE(14)
  let position = 4
  for (let blocks = 0; blocks < MAX_ELEMENTS; blocks++) {
    const head = await bytes.read(position, 4)
    if (head.length < 4) return null
    position += 4 + head.readUIntBE(1, 3)
    if (position > bytes.size) return null
    if (head.readUInt8(0) & 0x80) return { blockSize: info.readUInt16BE(0), samples, firstFrame: position }
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

export const audioCompleteness = { aac, mp3, flac } satisfies Record<string, CompletenessCheck>
