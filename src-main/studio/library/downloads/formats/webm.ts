import { type BufferedReader, MAX_ELEMENTS } from './ByteSource.ts'
import { opusPacketSamples } from './audio/packets.ts'

/** An element of a WebM or Matroska file (RFC 8794). */
export interface WebmElement {
  id: number
  /** Null if unknown, as in a live stream. */
  size: number | null
  /** The offset of its content. */
  content: number
}

export const SEGMENT_ID = 0x18538067
export const CLUSTER_ID = 0x1f43b675
const [EBML_ID, DOC_TYPE, INFO, TRACKS, TRACK_ENTRY] = [0x1a45dfa3, 0x4282, 0x1549a966, 0x1654ae6b, 0xae]
const [TIMESTAMP_SCALE, DURATION] = [0x2ad7b1, 0x4489]
const [TRACK_NUMBER, TRACK_TYPE, CODEC_ID, DEFAULT_DURATION, VIDEO] = [0xd7, 0x83, 0x86, 0x23e383, 0xe0]
const [PIXEL_WIDTH, PIXEL_HEIGHT, DISPLAY_WIDTH, DISPLAY_HEIGHT, DISPLAY_UNIT] = [
  0xb0, 0xba, 0x54b0, 0x54ba, 0x54b2,
]
const [CLUSTER_TIMESTAMP, SIMPLE_BLOCK, BLOCK_GROUP, BLOCK, BLOCK_DURATION] = [0xe7, 0xa3, 0xa0, 0xa1, 0x9b]

/** Reads the head of an element. `invalid`: there is none; `truncated`: the file ends in it. */
export async function readElement(
  bytes: BufferedReader,
  position: number,
): Promise<WebmElement | 'truncated' | 'invalid'> {
  const head = await bytes.read(position, 12)
  const idLength = Math.clz32(head[0] ?? 0) - 23
  if (idLength > 4) return 'invalid'
  const first = head[idLength]
  if (first === undefined) return 'truncated'
  const sizeLength = Math.clz32(first) - 23
  if (sizeLength > 8) return 'invalid'
  if (head.length < idLength + sizeLength) return 'truncated'
  let size = first & (0xff >> sizeLength)
  let isUnknown = size === 0xff >> sizeLength
  for (const byte of head.subarray(idLength + 1, idLength + sizeLength)) {
    size = size * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return {
    id: head.readUIntBE(0, idLength),
    size: isUnknown ? null : size,
    content: position + idLength + sizeLength,
  }
}

/** A track of a WebM or Matroska file. */
export interface WebmTrack {
  number: number
  /** 1: video, 2: audio; 0 if not stated. */
  type: number
  codec: string
  /** Nanoseconds of a frame; 0 if not stated. */
  frameDuration: number
  width: number | null
  height: number | null
}

export interface WebmFacts {
  docType: string
  tracks: WebmTrack[]
  /** In milliseconds; null if unknown. */
  durationMs: number | null
}

interface Walk {
  docType: string
  tracks: WebmTrack[]
  /** Nanoseconds of a unit of time. */
  scale: number
  stated: number
  /** The times at which the first block begins and the last one ends, in units of `scale`. */
  first: number | null
  last: number
  clusterTime: number
  /** By track: when its last block began, to estimate the duration of the next. */
  lastTimes: Map<number, number>
}

/** Elements of a large file that are visited. */
const MAX_VISITED = 1 << 20

/** Tracks and duration of a WebM or Matroska file: by its last blocks if its header states none or another one. */
export async function readWebm(bytes: BufferedReader): Promise<WebmFacts> {
  const walk: Walk = {
    docType: '',
    tracks: [],
    scale: 1_000_000,
    stated: 0,
    first: null,
    last: 0,
    clusterTime: 0,
    lastTimes: new Map(),
  }
  let position = 0
  for (let visited = 0; visited < MAX_VISITED && position < bytes.size; visited++) {
    const element = await readElement(bytes, position)
    if (element === 'truncated' || element === 'invalid') break
    const { id, size, content } = element
    // These are entered, whatever their size: blocks in clusters of unknown size have no other end.
    if (id === SEGMENT_ID || id === CLUSTER_ID) {
      const isLast = size === null || (await isLastCluster(bytes, content + size))
      position = id === SEGMENT_ID || isLast || walk.first === null ? content : content + size
      continue
    }
    if (size === null) break
    await readContent(bytes, { id, size, content }, walk)
    position = content + size
  }
  return { docType: walk.docType, tracks: walk.tracks, durationMs: durationOf(walk) }
}

/** Whether no other cluster follows: only the blocks of the last one matter. */
async function isLastCluster(bytes: BufferedReader, end: number): Promise<boolean> {
  let position = end
  for (let others = 0; others < 16 && position < bytes.size; others++) {
    const element = await readElement(bytes, position)
    if (element === 'truncated' || element === 'invalid') return true
    if (element.id === CLUSTER_ID) return element.size !== null && element.content + element.size > bytes.size
    if (element.size === null) return false
    position = element.content + element.size
  }
  return true
}

/** By how much the stated duration may differ from the blocks, in milliseconds: that of a frame. */
const TOLERANCE_MS = 120

function durationOf({ scale, stated, first, last }: Walk): number | null {
  const toMs = scale / 1_000_000
  const statedMs = stated * toMs
  if (first === null) return statedMs > 0 && Number.isFinite(statedMs) ? statedMs : null
  const foundMs = (last - first) * toMs
  return Math.abs(statedMs - foundMs) <= TOLERANCE_MS || Math.abs(statedMs - last * toMs) <= TOLERANCE_MS
    ? statedMs
    : foundMs
}

const readNumber = (content: Buffer): number => content.reduce((number, byte) => number * 256 + byte, 0)

/** Text may end with zero bytes. */
const readText = (content: Buffer): string => content.toString('latin1').split('\0')[0] ?? ''

const readFloat = (content: Buffer): number =>
  content.length === 8 ? content.readDoubleBE(0) : content.length === 4 ? content.readFloatBE(0) : 0

/** Enough for the header of a block and of an Opus packet, and for the values of other elements. */
const VALUE_BYTES = 64

async function readContent(
  bytes: BufferedReader,
  { id, size, content }: { id: number; size: number; content: number },
  walk: Walk,
): Promise<void> {
  if (id === EBML_ID || id === INFO || id === TRACKS) {
    for await (const child of children(bytes, content, content + size)) {
      const value = await bytes.read(child.content, Math.min(child.size, VALUE_BYTES))
      if (child.id === DOC_TYPE) walk.docType = readText(value)
      if (child.id === TIMESTAMP_SCALE) walk.scale = readNumber(value) || walk.scale
      if (child.id === DURATION) walk.stated = readFloat(value)
      if (child.id === TRACK_ENTRY) walk.tracks.push(await readTrack(bytes, child))
    }
  } else if (id === CLUSTER_TIMESTAMP)
    walk.clusterTime = readNumber(await bytes.read(content, Math.min(size, 8)))
  else if (id === SIMPLE_BLOCK) addBlock(walk, await bytes.read(content, Math.min(size, VALUE_BYTES)), null)
  else if (id === BLOCK_GROUP) {
    let block: Buffer | null = null
    let duration: number | null = null
    for await (const child of children(bytes, content, content + size)) {
      const value = Buffer.from(await bytes.read(child.content, Math.min(child.size, VALUE_BYTES)))
      if (child.id === BLOCK) block = value
      if (child.id === BLOCK_DURATION) duration = readNumber(value)
    }
    if (block) addBlock(walk, block, duration)
  }
}

async function* children(
  bytes: BufferedReader,
  start: number,
  end: number,
): AsyncGenerator<{ id: number; size: number; content: number }> {
  let position = start
  for (let visited = 0; visited < MAX_ELEMENTS && position < end; visited++) {
    const element = await readElement(bytes, position)
    if (element === 'truncated' || element === 'invalid' || element.size === null) return
    yield { id: element.id, size: element.size, content: element.content }
    position = element.content + element.size
  }
}

async function readTrack(
  bytes: BufferedReader,
  { content, size }: { content: number; size: number },
): Promise<WebmTrack> {
  const track: WebmTrack = { number: 0, type: 0, codec: '', frameDuration: 0, width: null, height: null }
  for await (const child of children(bytes, content, content + size)) {
    const value = Buffer.from(await bytes.read(child.content, Math.min(child.size, VALUE_BYTES)))
    if (child.id === TRACK_NUMBER) track.number = readNumber(value)
    if (child.id === TRACK_TYPE) track.type = readNumber(value)
    if (child.id === CODEC_ID) track.codec = readText(value)
    if (child.id === DEFAULT_DURATION) track.frameDuration = readNumber(value)
    if (child.id === VIDEO) Object.assign(track, await readVideoSize(bytes, child))
  }
  return track
}

/** The size as shown. A display size in other units than pixels is an aspect ratio. */
async function readVideoSize(
  bytes: BufferedReader,
  { content, size }: { content: number; size: number },
): Promise<{ width: number | null; height: number | null }> {
  const values = new Map<number, number>()
  for await (const child of children(bytes, content, content + size))
    values.set(child.id, readNumber(await bytes.read(child.content, Math.min(child.size, 8))))
  const inPixels = (values.get(DISPLAY_UNIT) ?? 0) === 0
  const [width, height] = inPixels ? [values.get(DISPLAY_WIDTH), values.get(DISPLAY_HEIGHT)] : []
  return {
    width: width || values.get(PIXEL_WIDTH) || null,
    height: height || values.get(PIXEL_HEIGHT) || null,
  }
}

/** Adds a block: its track, its time relative to the cluster (16 bits), flags, and its frames. */
function addBlock(walk: Walk, block: Buffer, duration: number | null): void {
  const trackBytes = Math.clz32(block[0] ?? 0) - 23
  if (trackBytes > 4 || block.length < trackBytes + 3) return
  const number = readNumber(block.subarray(0, trackBytes)) & ~(0x80 << ((trackBytes - 1) * 7))
  const time = walk.clusterTime + block.readInt16BE(trackBytes)
  const track = walk.tracks.find((other) => other.number === number)
  if (track && track.type !== 0 && track.type > 2) return
  const frames = ((block[trackBytes + 2] ?? 0) & 6) === 0 ? 1 : (block[trackBytes + 3] ?? 0) + 1
  const before = walk.lastTimes.get(number)
  walk.lastTimes.set(number, time)
  const estimated = before === undefined || time <= before ? 0 : time - before
  const length = duration ?? frames * frameUnits(track, block.subarray(trackBytes + 3), walk.scale)
  walk.first = Math.min(walk.first ?? time, time)
  walk.last = Math.max(walk.last, time + (length || Math.min(estimated, MAX_ESTIMATE_NS / walk.scale)))
}

/** A pause before the last frame doesn't mean that it is shown as long. */
const MAX_ESTIMATE_NS = 1e9

/** The duration of a frame in units of time, by its track or by an Opus packet; 0 if unknown. */
function frameUnits(track: WebmTrack | undefined, packet: Buffer, scale: number): number {
  if (track?.codec === 'A_OPUS') return (opusPacketSamples(packet) * (1e9 / 48_000)) / scale
  return (track?.frameDuration ?? 0) / scale
}
