import type { BufferedReader } from '../ByteSource.ts'
import { type AudioFrame, type FrameWalk, walkFrames } from './frames.ts'

const SAMPLE_RATES = [44_100, 48_000, 32_000]
const KBITS_VERSION_1 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const KBITS_VERSION_2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
/** The longest frame of a free bit rate that is searched: 640 kbit/s at 32 kHz. */
const MAX_FREE_BYTES = 2881

const isVersion1 = (chunk: Buffer, at: number): boolean => (((chunk[at + 1] ?? 0) >> 3) & 3) === 3

/** Reads the header of an MPEG audio frame of layer III (ISO/IEC 11172-3 §2.4.1.3); null if there is none. */
export function readMp3Frame(chunk: Buffer, at: number): AudioFrame | null {
  if (chunk[at] !== 0xff || ((chunk[at + 1] ?? 0) & 0xe6) !== 0xe2 || at + 4 > chunk.length) return null
  const version = ((chunk[at + 1] ?? 0) >> 3) & 3
  const third = chunk[at + 2] ?? 0
  const baseRate = SAMPLE_RATES[(third >> 2) & 3]
  const bitRate = third >> 4
  if (version === 1 || baseRate === undefined || bitRate === 15) return null
  const rate = version === 3 ? baseRate : version === 2 ? baseRate / 2 : baseRate / 4
  const samples = version === 3 ? 1152 : 576
  const padding = (third >> 1) & 1
  if (bitRate === 0) {
    const length = findFreeLength(chunk, at)
    return length === null ? null : { length, samples, rate }
  }
  const kbits = (version === 3 ? KBITS_VERSION_1 : KBITS_VERSION_2)[bitRate - 1] ?? 0
  return { length: Math.floor((samples * 125 * kbits) / rate) + padding, samples, rate }
}

/** The length of a frame of a free bit rate, which no header states: up to the next frame of the same kind; null if there is none. */
function findFreeLength(chunk: Buffer, at: number): number | null {
  const isSame = (other: number): boolean =>
    chunk[other] === 0xff &&
    chunk[other + 1] === chunk[at + 1] &&
    ((chunk[other + 2] ?? 0) & 0xfd) === ((chunk[at + 2] ?? 0) & 0xfd)
  const end = Math.min(chunk.length - 3, at + MAX_FREE_BYTES)
  for (
    let next = chunk.indexOf(0xff, at + 21);
    next >= 0 && next <= end;
    next = chunk.indexOf(0xff, next + 1)
  ) {
    if (!isSame(next)) continue
    const length = next - at
    // The frame after it may be a byte longer or shorter, and the file may end there.
    const isConfirmed = [0, -1, 1].some(
      (pad) => isSame(next + length + pad) || next + length + pad === chunk.length,
    )
    if (isConfirmed) return length
  }
  return null
}

/** What the first frame states about the file (Xing, Info or VBRI), instead of containing audio. */
export interface Mp3Counts {
  frames: number | null
  bytes: number | null
  /** Samples that the encoder added before and after the audio, as stated in a tag of LAME or FFmpeg. */
  padding: { start: number; end: number } | null
}

/** Encoders whose stated padding decoders leave out. */
const ENCODERS = ['LAME', 'Lavf', 'Lavc']

/** Reads the counts in a frame; null if it is a frame of audio. */
export function readMp3Counts(chunk: Buffer, at: number): Mp3Counts | null {
  const read32 = (offset: number): number => (offset + 4 <= chunk.length ? chunk.readUInt32BE(offset) : 0)
  if (chunk.toString('latin1', at + 36, at + 40) === 'VBRI')
    return { bytes: read32(at + 46), frames: read32(at + 50), padding: null }
  const isMono = (chunk[at + 3] ?? 0) >> 6 === 3
  const sideBytes = isVersion1(chunk, at) ? (isMono ? 17 : 32) : isMono ? 9 : 17
  // A checksum precedes the tag if the header announces one. Some encoders announce it without writing it.
  const tag = [4, 6]
    .map((header) => at + header + sideBytes)
    .find((offset) => /^(Xing|Info)$/.test(chunk.toString('latin1', offset, offset + 4)))
  if (tag === undefined) return null
  const flags = read32(tag + 4)
  let offset = tag + 8
  const frames = flags & 1 ? read32(offset) : null
  if (flags & 1) offset += 4
  const bytes = flags & 2 ? read32(offset) : null
  if (flags & 2) offset += 4
  if (flags & 4) offset += 100
  if (flags & 8) offset += 4
  const isKnown = ENCODERS.includes(chunk.toString('latin1', offset, offset + 4))
  const delays = offset + 24 <= chunk.length ? chunk.readUIntBE(offset + 21, 3) : 0
  return { frames, bytes, padding: isKnown ? { start: delays >> 12, end: delays & 0xfff } : null }
}

/**
 * All frames of an MP3 file, with the counts that its first frame states. In joined files a frame of counts may also follow a tag; elsewhere
 * decoders play it as silence.
 */
export async function walkMp3(bytes: BufferedReader): Promise<FrameWalk & { counts: Mp3Counts | null }> {
  let counts: Mp3Counts | null | undefined
  let first: AudioFrame | undefined
  const walk = await walkFrames(bytes, readMp3Frame, (chunk, at, frame, isAfterTag) => {
    if (!isAfterTag) return undefined
    const found = readMp3Counts(chunk.subarray(0, at + frame.length), at)
    first ??= frame
    if (counts === undefined) counts = found
    return found ? 'skip' : undefined
  })
  return {
    ...walk,
    counts: counts ?? null,
    seconds: walk.seconds - paddingSeconds(counts, walk.frames, first),
  }
}

/** The time that decoders leave out at the start and, unless the file is shorter than stated, at the end of its first part. */
function paddingSeconds(
  counts: Mp3Counts | null | undefined,
  frames: number,
  first: AudioFrame | undefined,
): number {
  if (!counts?.padding || !first) return 0
  const { start, end } = counts.padding
  const DECODER_DELAY = 529
  const isWhole = counts.frames !== null && frames >= counts.frames
  return (isWhole ? start + end : start + DECODER_DELAY) / first.rate
}
