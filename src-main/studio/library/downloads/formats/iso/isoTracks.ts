import { type IsoBox, IsoBoxes } from '../IsoBoxes.ts'
import {
  type Edit,
  type FragmentDefaults,
  readEdits,
  readFirstOffset,
  readFragmentDefaults,
  sumSampleTimes,
} from './isoTimes.ts'
import type { ImageSize } from '../ImageFacts.ts'

/** A track of an MP4 or QuickTime file. */
export interface IsoTrack {
  id: number
  /** The type of its media: `vide`, `soun`, `pict` for an image sequence, `text`… */
  handler: string
  /** Units per second of its times. */
  timescale: number
  /** The duration of its samples in units of `timescale`, without those in fragments. */
  sampleTime: number
  /** By how much samples are shown later than they are decoded, in the same units. */
  firstOffset: number
  edits: Edit[]
  /** Its size as shown; null if the header states none. */
  size: ImageSize | null
}

/** What the header of an MP4 or QuickTime file states. */
export interface IsoMovie {
  /** In milliseconds; null if not stated. */
  statedMs: number | null
  /** Units per second of the edits. */
  timescale: number
  tracks: IsoTrack[]
  fragmentDefaults: FragmentDefaults
}

/** The durations with all bits set, which mean that it is unknown. */
const UNKNOWN_32_BITS = 0xffff_ffffn
const UNKNOWN_64_BITS = 0xffff_ffff_ffff_ffffn

/** Time scale and duration of `mvhd` or `mdhd`. Times have 64 bits if the first byte, the version, is 1. */
async function readTimes(
  isoBoxes: IsoBoxes,
  header: IsoBox,
): Promise<{ timescale: number; statedMs: number | null }> {
  const head = await isoBoxes.read(header.start, 32)
  const is64Bit = head[0] === 1
  if (head.length < (is64Bit ? 32 : 20)) return { timescale: 0, statedMs: null }
  const timescale = head.readUInt32BE(is64Bit ? 20 : 12)
  const length = is64Bit ? head.readBigUInt64BE(24) : BigInt(head.readUInt32BE(16))
  const isUnknown = length === 0n || length === (is64Bit ? UNKNOWN_64_BITS : UNKNOWN_32_BITS)
  return { timescale, statedMs: isUnknown || timescale === 0 ? null : (Number(length) / timescale) * 1000 }
}

async function readTrackHeader(
  isoBoxes: IsoBoxes,
  header: IsoBox,
): Promise<{ id: number; size: ImageSize | null }> {
  const head = await isoBoxes.read(header.start, 96)
  const is64Bit = head[0] === 1
  const sizeOffset = is64Bit ? 88 : 76
  if (head.length < sizeOffset + 8) return { id: 0, size: null }
  const id = head.readUInt32BE(is64Bit ? 20 : 12)
  const size = {
    width: head.readUInt32BE(sizeOffset) >>> 16,
    height: head.readUInt32BE(sizeOffset + 4) >>> 16,
  }
  if (size.width === 0 || size.height === 0) return { id, size: null }
  // The transformation matrix precedes the size. That of a video rotated by 90° has zeros on its diagonal.
  const isRotated = head.readInt32BE(sizeOffset - 36) === 0 && head.readInt32BE(sizeOffset - 32) !== 0
  return { id, size: isRotated ? { width: size.height, height: size.width } : size }
}

/** The coded size in the first entry of a video track's sample descriptions; null if there is none. */
async function readCodedSize(
  isoBoxes: IsoBoxes,
  descriptions: IsoBox | undefined,
): Promise<ImageSize | null> {
  if (!descriptions) return null
  const head = await isoBoxes.read(descriptions.start, 44)
  if (head.length < 44) return null
  const size = { width: head.readUInt16BE(40), height: head.readUInt16BE(42) }
  return size.width > 0 && size.height > 0 ? size : null
}

async function readTrack(isoBoxes: IsoBoxes, track: IsoBox): Promise<IsoTrack> {
  const trackBoxes = (await isoBoxes.readBoxes(track.start, track.end)).boxes
  const mediaBoxes = await isoBoxes.readChildBoxes(trackBoxes, 'mdia')
  const find = (boxes: readonly IsoBox[], type: string) => boxes.find((box) => box.type === type)
  const [trackHeader, mediaHeader] = [find(trackBoxes, 'tkhd'), find(mediaBoxes, 'mdhd')]
  const handlerBox = find(mediaBoxes, 'hdlr')
  const information = await isoBoxes.readChildBoxes(mediaBoxes, 'minf')
  const tableBoxes = await isoBoxes.readChildBoxes(information, 'stbl')
  const handler = handlerBox ? (await isoBoxes.read(handlerBox.start + 8, 4)).toString('latin1') : ''
  const { id, size } = trackHeader ? await readTrackHeader(isoBoxes, trackHeader) : { id: 0, size: null }
  const isPicture = handler === 'vide' || handler === 'pict'
  return {
    id,
    handler,
    timescale: mediaHeader ? (await readTimes(isoBoxes, mediaHeader)).timescale : 0,
    sampleTime: await sumSampleTimes(isoBoxes, find(tableBoxes, 'stts')),
    firstOffset: await readFirstOffset(isoBoxes, find(tableBoxes, 'ctts')),
    edits: await readEdits(isoBoxes, find(await isoBoxes.readChildBoxes(trackBoxes, 'edts'), 'elst')),
    size: isPicture ? (size ?? (await readCodedSize(isoBoxes, find(tableBoxes, 'stsd')))) : null,
  }
}

/** Reads `moov`, the header of an MP4 or QuickTime file, without decoding. */
export async function readMovie(isoBoxes: IsoBoxes, outermost: readonly IsoBox[]): Promise<IsoMovie> {
  const movie: IsoMovie = { statedMs: null, timescale: 0, tracks: [], fragmentDefaults: new Map() }
  const boxes = await isoBoxes.readChildBoxes(outermost, 'moov')
  const header = boxes.find(({ type }) => type === 'mvhd')
  if (header) Object.assign(movie, await readTimes(isoBoxes, header))
  for (const box of boxes) if (box.type === 'trak') movie.tracks.push(await readTrack(isoBoxes, box))
  movie.fragmentDefaults = await readFragmentDefaults(isoBoxes, await isoBoxes.readChildBoxes(boxes, 'mvex'))
  return movie
}
