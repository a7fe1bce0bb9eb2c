import type { ByteWindow } from '../formats/ByteSource.ts'
import type { CompletenessCheck } from './Completeness.ts'

/** Seven hours of frames. A longer file is `unknown`. */
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
  bytes: ByteWindow,
  start: number,
  readFrameLength: (head: Buffer) => number | null,
): Promise<FrameWalk> {
  let at = start
  let frames = 0
  for (; frames < MAX_FRAMES && at < bytes.size; frames++) {
    const length = readFrameLength(await bytes.at(at, 6))
    if (length === null) break
    at += length
  }
  return { frames, end: at }
}

const isPartialHeader = (rest: Buffer): boolean => rest.length > 0 && rest.length < 6 && rest[0] === 0xff

/** A frame doesn't state how many follow, so a file that is truncated between two frames looks complete. */
const aac: CompletenessCheck = async (bytes) => {
  const { end } = await walkFrames(bytes, 0, aacFrameLength)
  return end > bytes.size || isPartialHeader(await bytes.at(end, 6)) ? 'truncated' : 'unknown'
}

/** The first frame may state the number of frames and bytes (Xing, VBRI). There may be tags before and after the frames. */
const mp3: CompletenessCheck = async (bytes) => {
  const start = await skipId3Tag(bytes)
  if (start > bytes.size) return 'truncated'
  const declared = readDeclaredCounts(await bytes.at(start, 200))
  const { frames, end } = await walkFrames(bytes, start, mp3FrameLength)
  if (end > bytes.size || isPartialHeader(await bytes.at(end, 6))) return 'truncated'
  if (frames === 0) return 'unknown'
  if (await isTagTruncated(bytes, end)) return 'truncated'
  return declared === null ? 'unknown' : compareCounts(declared, { frames: frames - 1, bytes: end - start })
}

interface DeclaredCounts {
  frames: number | null
  bytes: number | null
}

/** Encoders count differently: one number that is reached is enough, and a single missing frame proves nothing. */
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
  const at = 4 + (isVersion1 ? (isMono ? 17 : 32) : isMono ? 9 : 17)
  if (!/^(Xing|Info)$/.test(frame.toString('latin1', at, at + 4))) return null
  const flags = frame.readUInt32BE(at + 4)
  const hasFrames = (flags & 1) === 1
  const frames = hasFrames ? frame.readUInt32BE(at + 8) : null
  const bytes = flags & 2 ? frame.readUInt32BE(at + (hasFrames ? 12 : 8)) : null
  return frames === null && bytes === null ? null : { frames, bytes }
}

/** The offset of the first frame: after an ID3v2 tag and any zeros that follow it. */
async function skipId3Tag(bytes: ByteWindow): Promise<number> {
  const head = await bytes.at(0, 10)
  if (head.toString('latin1', 0, 3) !== 'ID3') return 0
  if (head.length < 10) return bytes.size + 1
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10)
  let at = 10 + ((a << 21) | (b << 14) | (c << 7) | d) + (head.readUInt8(5) & 0x10 ? 10 : 0)
  while (at < bytes.size) {
    const chunk = await bytes.from(at, 1)
    const first = chunk.findIndex((byte) => byte !== 0)
    if (first >= 0) return at + first
    at += chunk.length
  }
  // A tag without audio.
  return bytes.size + 1
}

/** Whether an APE or ID3v1 tag after the frames is truncated. */
async function isTagTruncated(bytes: ByteWindow, end: number): Promise<boolean> {
  const head = await bytes.at(end, 32)
  if (head.toString('latin1', 0, 3) === 'TAG') return end + 128 > bytes.size
  if (head.toString('latin1', 0, 8) !== 'APETAGEX') return false
  return head.length < 32 || end + 32 + head.readUInt32LE(12) > bytes.size
}

export const audioFrames = { aac, mp3 } satisfies Record<string, CompletenessCheck>
