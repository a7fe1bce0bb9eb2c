import type { BufferedReader } from '../ByteSource.ts'

/** The header of a frame of MP3 or AAC audio. */
export interface AudioFrame {
  /** In bytes, with the header. */
  length: number
  /** Samples of each channel. */
  samples: number
  /** Samples per second. */
  rate: number
}

/** Reads the header at an offset of a chunk, which has at least `HEADER_BYTES` from there; null if there is none. */
export type ReadFrame = (chunk: Buffer, at: number) => AudioFrame | null

export const HEADER_BYTES = 7
/** Enough for the longest frame and the header of the next one, so that a header can be confirmed. */
const LOOKAHEAD_BYTES = 6144
const CHUNK_BYTES = 1 << 20

/** What the frames of a file add up to. */
export interface FrameWalk {
  frames: number
  seconds: number
  /** The offset of the first frame; the size of the file without any. */
  start: number
  /** The offset after the last frame. Beyond the file if that is incomplete. */
  end: number
}

/**
 * Visits all frames of a file, over tags and other bytes between them: files are joined, edited and tagged by programs that don't update
 * headers. Reads the file once, in chunks.
 */
export async function walkFrames(
  bytes: BufferedReader,
  readFrame: ReadFrame,
  onFrame: (chunk: Buffer, at: number, frame: AudioFrame, isAfterTag: boolean) => 'skip' | void = () => {},
): Promise<FrameWalk> {
  const walk: FrameWalk = { frames: 0, seconds: 0, start: bytes.size, end: 0 }
  let position = 0
  // After other bytes a header must be confirmed by the next one, because its bits occur by chance.
  let isInSync = true
  let isAfterTag = true
  while (position < bytes.size) {
    const chunk = await bytes.readAtLeast(position, CHUNK_BYTES)
    const isLast = position + chunk.length >= bytes.size
    const limit = isLast ? chunk.length : chunk.length - LOOKAHEAD_BYTES + 1
    let at = 0
    while (at < limit) {
      const frame = readFrame(chunk, at)
      if (frame && (isInSync || isConfirmed(chunk, at, frame, readFrame, isLast))) {
        isInSync = true
        walk.start = Math.min(walk.start, position + at)
        walk.end = position + at + frame.length
        if (walk.end > bytes.size) return walk
        if (onFrame(chunk, at, frame, isAfterTag) !== 'skip') {
          walk.frames += 1
          walk.seconds += frame.samples / frame.rate
        }
        isAfterTag = false
        at += frame.length
        continue
      }
      const tagBytes = readTagLength(chunk, at)
      isInSync = tagBytes > 0 && isInSync
      isAfterTag ||= tagBytes > 0
      if (tagBytes > 0) at += tagBytes
      else {
        const next = chunk.indexOf(0xff, at + 1)
        const tag = chunk.indexOf('ID3', at + 1, 'latin1')
        const nearest = [next, tag].filter((found) => found >= 0)
        at = nearest.length === 0 ? Math.max(at + 1, chunk.length - 2) : Math.min(...nearest)
      }
    }
    position += at
  }
  return walk
}

/** Whether another frame, a tag or the end of the file follows a frame. */
function isConfirmed(
  chunk: Buffer,
  at: number,
  frame: AudioFrame,
  readFrame: ReadFrame,
  isLast: boolean,
): boolean {
  const next = at + frame.length
  if (next + HEADER_BYTES > chunk.length) return isLast && next === chunk.length
  return readFrame(chunk, next)?.rate === frame.rate || readTagLength(chunk, next) > 0
}

const ID3V1_BYTES = 128

/** The length of an ID3 or APE tag at an offset; 0 if there is none. */
export function readTagLength(chunk: Buffer, at: number): number {
  const mark = chunk.toString('latin1', at, at + 8)
  if (mark.startsWith('ID3') && at + 10 <= chunk.length && isSyncSafe(chunk, at + 6)) {
    const hasFooter = ((chunk[at + 5] ?? 0) & 0x10) !== 0
    return 10 + readSyncSafe(chunk, at + 6) + (hasFooter ? 10 : 0)
  }
  if (mark.startsWith('TAG')) return ID3V1_BYTES
  if (mark !== 'APETAGEX' || at + 24 > chunk.length) return 0
  // The size includes the items and the footer. Only a header is followed by them.
  const isHeader = (chunk.readUInt32LE(at + 20) & 0x2000_0000) !== 0
  return 32 + (isHeader ? chunk.readUInt32LE(at + 12) : 0)
}

const isSyncSafe = (chunk: Buffer, at: number): boolean =>
  chunk.subarray(at, at + 4).every((byte) => byte < 0x80)

/** A number of 28 bits in four bytes. */
const readSyncSafe = (chunk: Buffer, at: number): number =>
  chunk.subarray(at, at + 4).reduce((number, byte) => number * 128 + byte, 0)
