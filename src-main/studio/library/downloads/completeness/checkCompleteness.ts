import type { ByteSource } from '../formats/ByteSource.ts'
import type { Format } from '../formats/sniff.ts'
import { audioFrames } from './audioFrames.ts'
import { ByteWindow } from './ByteWindow.ts'
import { type Check, type Completeness, MAX_PARTS } from './Completeness.ts'
import { flacCompleteness } from './flacCompleteness.ts'
import { imageCompleteness } from './imageCompleteness.ts'
import { riffCompleteness } from './riffCompleteness.ts'
import { webmCompleteness } from './webmCompleteness.ts'
import { type BoxList, type IsoBox, IsoBoxes } from './IsoBoxes.ts'

const has = (boxes: readonly IsoBox[], ...types: string[]): boolean =>
  types.some((type) => boxes.some((box) => box.type === type))

/** Checks that the outermost boxes are complete and include the required ones. */
function byOutermost({ boxes, isTruncated }: BoxList, needed: readonly string[]): Completeness {
  if (isTruncated || !needed.every((type) => has(boxes, type))) return 'truncated'
  return boxes.some(({ isOpen }) => isOpen) ? 'unknown' : 'complete'
}

const avif: Check = async (bytes) => {
  const reader = new IsoBoxes(bytes)
  const outermost = await reader.between(0, reader.size)
  return reader.isExhausted ? 'unknown' : byOutermost(outermost, ['meta', 'mdat'])
}

/** A fragmented file is known to be complete only by the index at its end; any other by the offsets of its samples. */
const movie: Check = async (bytes) => {
  const reader = new IsoBoxes(bytes)
  const outermost = await reader.between(0, reader.size)
  if (reader.isExhausted) return 'unknown'
  const found = byOutermost(outermost, ['moov', 'mdat'])
  if (found !== 'complete') return found
  const inMovie = await reader.inside(outermost.boxes, 'moov')
  if (has(outermost.boxes, 'moof') || has(inMovie, 'mvex')) {
    return outermost.boxes.at(-1)?.type === 'mfra' ? 'complete' : 'unknown'
  }
  return (await lastSample(reader, inMovie)) < reader.size ? 'complete' : 'truncated'
}

/** The offset of the last chunk of samples of any track. */
async function lastSample(reader: IsoBoxes, inMovie: readonly IsoBox[]): Promise<number> {
  let last = 0
  const inTracks = await reader.inside(inMovie, 'trak')
  const inMedia = await reader.inside(inTracks, 'mdia')
  const inInformation = await reader.inside(inMedia, 'minf')
  for (const { type, start, end } of await reader.inside(inInformation, 'stbl')) {
    const width = type === 'stco' ? 4 : type === 'co64' ? 8 : 0
    if (width === 0) continue
    const counted = await reader.read(start + 4, 4)
    const count = counted.length === 4 ? counted.readUInt32BE(0) : 0
    const at = start + 8 + (count - 1) * width
    if (count === 0 || at + width > end) continue
    const entry = await reader.read(at, width)
    last = Math.max(last, width === 4 ? entry.readUInt32BE(0) : Number(entry.readBigUInt64BE(0)))
  }
  return last
}

const isoCompleteness = { avif, mp4: movie, m4a: movie, mov: movie } satisfies Record<string, Check>

const BEGINS = 2
const ENDS = 4

/** Pages (RFC 3533 §6): each logical stream must have a last page. */
const oggCompleteness: Check = async (bytes) => {
  const open = new Set<number>()
  let at = 0
  for (let parts = 0; at < bytes.size; parts++) {
    const head = await bytes.at(at, 27 + 255)
    const segments = head[26]
    if (!'OggS'.startsWith(head.toString('latin1', 0, 4))) return open.size === 0 ? 'complete' : 'unknown'
    if (segments === undefined || head.length < 27 + segments) return 'truncated'
    const serial = head.readUInt32LE(14)
    const flags = head[5] ?? 0
    if (flags & BEGINS) open.add(serial)
    if (flags & ENDS) open.delete(serial)
    at += 27 + segments
    for (const length of head.subarray(27, 27 + segments)) at += length
    if (at > bytes.size) return 'truncated'
    if (parts > MAX_PARTS) return 'unknown'
  }
  return open.size === 0 ? 'complete' : 'truncated'
}

const DATA_OBJECT = Buffer.from('3626b2758e66cf11a6d900aa0062ce6c', 'hex')

/** The objects of Windows Media. The file doesn't state whether an index follows the data. */
const wmv: Check = async (bytes) => {
  let at = 0
  let hasData = false
  for (let parts = 0; parts < MAX_PARTS && at < bytes.size; parts++) {
    const head = await bytes.at(at, 24)
    if (head.length < 24) return 'truncated'
    const size = Number(head.readBigUInt64LE(16))
    const isData = head.subarray(0, 16).equals(DATA_OBJECT)
    if (isData && size === 0) return 'unknown'
    if (size < 24) return 'truncated'
    hasData ||= isData
    at += size
  }
  return at > bytes.size || !hasData ? 'truncated' : 'complete'
}

/** The end code of a program stream or a video stream. Many encoders omit it. */
const mpeg: Check = async (bytes) => {
  const code = (await bytes.at(Math.max(0, bytes.size - 4), 4)).toString('hex')
  return code === '000001b9' || code === '000001b7' ? 'complete' : 'unknown'
}

const checks: Record<Format, Check> = {
  ...imageCompleteness,
  ...riffCompleteness,
  ...isoCompleteness,
  ...audioFrames,
  webm: webmCompleteness,
  ogg: oggCompleteness,
  flac: flacCompleteness,
  wmv,
  mpeg,
}

/**
 * Checks whether a file is complete by its own structure, in linear time, because a wrong or missing length header can truncate
 * it unnoticed.
 */
export const checkCompleteness = (source: ByteSource, format: Format): Promise<Completeness> =>
  checks[format](new ByteWindow(source))
