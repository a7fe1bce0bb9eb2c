import type { BufferedReader } from '../formats/ByteSource.ts'
import { readAdtsFrame } from '../formats/audio/aac.ts'
import { readFlac } from '../formats/audio/flac.ts'
import { HEADER_BYTES, readTagLength, walkFrames } from '../formats/audio/frames.ts'
import { type Mp3Counts, walkMp3 } from '../formats/audio/mp3.ts'
import type { CompletenessCheck } from './Completeness.ts'

/** Whether the last bytes are the beginning of a frame header. */
async function endsInHeader(bytes: BufferedReader, end: number): Promise<boolean> {
  const rest = await bytes.read(end, 8)
  return rest.length > 0 && rest.length < HEADER_BYTES && rest[0] === 0xff
}

/** Frames don't state how many follow, so a file that is truncated between two frames can't be distinguished from a complete one. */
const aac: CompletenessCheck = async (bytes) => {
  const { end } = await walkFrames(bytes, readAdtsFrame)
  return end > bytes.size || (await endsInHeader(bytes, end)) ? 'truncated' : 'unknown'
}

/** The first frame may state the number of frames and bytes (Xing, VBRI). There may be tags before and after the frames. */
const mp3: CompletenessCheck = async (bytes) => {
  const { frames, start, end, counts } = await walkMp3(bytes)
  if (end > bytes.size || (await isTagTruncated(bytes, end))) return 'truncated'
  if (frames === 0 && counts === null)
    return (await isTagTruncated(bytes, 0)) || (await isTagOnly(bytes)) ? 'truncated' : 'unknown'
  if (await endsInHeader(bytes, end)) return 'truncated'
  return counts === null ? 'unknown' : compareCounts(counts, { frames, bytes: end - start })
}

/**
 * Compares the declared counts with those found. Encoders count differently, so one count that is reached shows that the file is complete,
 * and a single missing frame doesn't show that it is truncated.
 */
function compareCounts(
  declared: Mp3Counts,
  found: { frames: number; bytes: number },
): 'complete' | 'truncated' | 'unknown' {
  const hasFrames = declared.frames !== null && found.frames >= declared.frames
  const hasBytes = declared.bytes !== null && found.bytes >= declared.bytes
  if (declared.frames === null && declared.bytes === null) return 'unknown'
  if (hasFrames || hasBytes) return 'complete'
  const isClearlyShort = declared.frames !== null && found.frames < declared.frames - 1
  return isClearlyShort || (declared.frames !== null && declared.bytes !== null) ? 'truncated' : 'unknown'
}

/** Whether a file has an ID3 tag and nothing more than zeros. */
async function isTagOnly(bytes: BufferedReader): Promise<boolean> {
  const head = await bytes.read(0, 10)
  if (head.toString('latin1', 0, 3) !== 'ID3') return false
  if (head.length < 10) return true
  const length = readTagLength(head, 0)
  for (let position = length; position < bytes.size;) {
    const chunk = await bytes.readAtLeast(position, 1)
    if (chunk.some((byte) => byte !== 0)) return false
    position += chunk.length
  }
  return true
}

/** Whether a tag at an offset extends beyond the file. */
async function isTagTruncated(bytes: BufferedReader, start: number): Promise<boolean> {
  const head = await bytes.read(start, 32)
  if (head.toString('latin1', 0, 8) === 'APETAGEX' && head.length < 32) return true
  return start + readTagLength(head, 0) > bytes.size
}

/** Whether the last whole frame has all samples that the header states. */
const flac: CompletenessCheck = async (bytes) => {
  const facts = await readFlac(bytes)
  if (facts === 'truncated' || facts === 'unknown') return facts
  if (facts.found === null) return 'truncated'
  if (facts.stated === 0) return 'unknown'
  return facts.found >= facts.stated ? 'complete' : 'truncated'
}

export const audioCompleteness = { aac, mp3, flac } satisfies Record<string, CompletenessCheck>
