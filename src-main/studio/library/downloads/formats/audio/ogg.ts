import type { BufferedReader } from '../ByteSource.ts'
import { opusPacketSamples, readVorbisModes, type VorbisModes, vorbisBlockSize } from './packets.ts'

const FIRST_PAGE = 2
const LAST_PAGE = 4
const UNKNOWN_GRANULE = 0xffff_ffff_ffff_ffffn
/** A page holds less than this. */
const MAX_FIRST_SECONDS = 10
/** More streams than real files have are not measured. */
const MAX_STREAMS = 4096

/** The kinds of content of an Ogg stream, by the beginning of its first packet. */
const CODECS: readonly [string, 'opus' | 'vorbis' | 'flac' | 'speex' | 'video'][] = [
  ['OpusHead', 'opus'],
  ['\x01vorbis', 'vorbis'],
  ['\x7fFLAC', 'flac'],
  ['Speex   ', 'speex'],
  ['\x80theora', 'video'],
  ['\x01video', 'video'],
  ['BBCD\0', 'video'],
]

interface OggStream {
  codec: 'opus' | 'vorbis' | 'flac' | 'speex' | 'video' | null
  rate: number
  /** Samples at the start that decoders leave out. */
  preSkip: number
  modes: VorbisModes | null
  /** Theora: how many bits of a position count the frames since a key frame, and the size of the picture. */
  keyFrameBits: number | null
  picture: { width: number; height: number } | null
  /** Decoded samples so far, if the packets state their durations. */
  samples: number
  packets: number
  /** Vorbis: samples of the previous block. */
  previousBlock: number
  firstGranule: number | null
  lastGranule: number | null
  /** Parts of a packet that continues on the next page. */
  pending: Buffer[]
}

export interface OggFacts {
  hasVideo: boolean
  /** Of the first video whose codec states it. */
  picture: { width: number; height: number } | null
  seconds: number | null
}

function openStream(packet: Buffer): OggStream {
  const codec = CODECS.find(([mark]) => packet.toString('latin1', 0, mark.length) === mark)?.[1] ?? null
  const at = (offset: number, bytes: number): number =>
    packet.length >= offset + bytes ? packet.readUIntLE(offset, bytes) : 0
  const rates = {
    opus: 48_000,
    vorbis: at(12, 4),
    speex: at(36, 4),
    flac: at(27, 3) ? packet.readUIntBE(27, 3) >> 4 : 0,
  }
  return {
    codec,
    rate: codec === null || codec === 'video' ? 0 : rates[codec],
    preSkip: codec === 'opus' ? at(10, 2) : 0,
    modes: null,
    keyFrameBits: null,
    picture: null,
    samples: 0,
    packets: 0,
    previousBlock: 0,
    firstGranule: null,
    lastGranule: null,
    pending: [],
  }
}

const THEORA = '\x80theora'
/** Offsets in the first packet of Theora (Theora specification §6.2). */
const [PICTURE_WIDTH, PICTURE_HEIGHT, FRAMES, PER_SECONDS, KEY_FRAME_BITS] = [14, 17, 22, 26, 40]

/** A stream whose first packet is that of Theora has a rate of frames instead of samples. */
function openVideo(stream: OggStream, packet: Buffer): OggStream {
  if (packet.toString('latin1', 0, THEORA.length) !== THEORA || packet.length < 42) return stream
  const perSeconds = packet.readUInt32BE(PER_SECONDS)
  return {
    ...stream,
    rate: perSeconds === 0 ? 0 : packet.readUInt32BE(FRAMES) / perSeconds,
    keyFrameBits: (packet.readUInt16BE(KEY_FRAME_BITS) >> 5) & 31,
    picture: { width: packet.readUIntBE(PICTURE_WIDTH, 3), height: packet.readUIntBE(PICTURE_HEIGHT, 3) },
  }
}

/** The number of samples or frames up to a position. */
function readPosition({ keyFrameBits }: OggStream, granule: bigint): number {
  if (keyFrameBits === null) return Number(granule)
  const bits = BigInt(keyFrameBits)
  return Number(granule >> bits) + Number(granule & ((1n << bits) - 1n))
}

/** Counts the samples of a packet; comments and other headers have none. */
function addPacket(stream: OggStream, packet: Buffer, first: Buffer): void {
  stream.packets += 1
  if (stream.codec === 'opus') {
    if (stream.packets > 2) stream.samples += opusPacketSamples(packet)
  } else if (stream.codec === 'vorbis') {
    if (stream.packets === 3) stream.modes = readVorbisModes(first, packet)
    if (stream.packets <= 3 || !stream.modes) return
    const block = vorbisBlockSize(packet, stream.modes)
    if (block > 0 && stream.previousBlock > 0) stream.samples += (stream.previousBlock + block) / 4
    if (block > 0) stream.previousBlock = block
  }
}

/** Vorbis headers are read entirely; of other packets only the beginning matters. */
const MAX_PACKET_BYTES = 1 << 20
const PACKET_HEAD_BYTES = 64
/** Pages of a header that are read, of up to 64 KB each; real headers have one or two, with a cover some dozens. */
const MAX_PARTS = 64

/**
 * The duration of an Ogg file by its packets, because the positions of pages are wrong in cut and streamed files. Streams may follow each
 * other (chained) or be parallel; the file lasts as long as the longest of each group.
 */
export async function readOgg(bytes: BufferedReader): Promise<OggFacts> {
  const open = new Map<number, { stream: OggStream; first: Buffer }>()
  const facts: OggFacts = { hasVideo: false, picture: null, seconds: null }
  let [groupSeconds, total, streams] = [0, 0, 0]
  let hasPages = false
  const closeGroup = () => {
    for (const { stream } of open.values()) groupSeconds = Math.max(groupSeconds, streamSeconds(stream))
    open.clear()
    total += groupSeconds
    groupSeconds = 0
    hasPages = false
  }
  for (let position = 0; position < bytes.size;) {
    const head = await bytes.read(position, 27 + 255)
    const count = head[26] ?? 0
    if (head.toString('latin1', 0, 4) !== 'OggS' || head.length < 27 + count) {
      const next = await findPage(bytes, position + 1)
      if (next === null) break
      position = next
      continue
    }
    const lacing = head.subarray(27, 27 + count)
    const bodyBytes = lacing.reduce((sum, length) => sum + length, 0)
    const flags = head[5] ?? 0
    const serial = head.readUInt32LE(14)
    const start = position + 27 + count
    if (flags & FIRST_PAGE) {
      // A new stream after the pages of others is chained to them.
      if (hasPages || open.has(serial)) closeGroup()
      if (++streams > MAX_STREAMS) break
      const first = Buffer.from(await bytes.read(start, Math.min(bodyBytes, MAX_PACKET_BYTES)))
      const stream = openVideo(openStream(first), first)
      stream.packets = 1
      facts.hasVideo ||= stream.codec === 'video'
      facts.picture ??= stream.picture
      open.set(serial, { stream, first })
    } else {
      hasPages = true
      const entry = open.get(serial)
      if (entry) {
        const before = entry.stream.samples
        if (start + bodyBytes <= bytes.size || entry.stream.packets < 3)
          await readPackets(bytes, start, lacing, entry)
        recordGranule(entry.stream, head.readBigUInt64LE(6), before, (flags & LAST_PAGE) !== 0)
      }
    }
    position = start + bodyBytes
  }
  closeGroup()
  return { ...facts, seconds: total > 0 ? total : null }
}

async function readPackets(
  bytes: BufferedReader,
  start: number,
  lacing: Buffer,
  { stream, first }: { stream: OggStream; first: Buffer },
): Promise<void> {
  let position = start
  let length = 0
  for (const [index, value] of lacing.entries()) {
    length += value
    const isEnd = value < 255
    if (!isEnd && index < lacing.length - 1) continue
    const wanted =
      stream.packets < 3 ? Math.min(length, MAX_PACKET_BYTES) : Math.min(length, PACKET_HEAD_BYTES)
    if (stream.pending.length < (stream.packets < 3 ? MAX_PARTS : 1))
      stream.pending.push(Buffer.from(await bytes.read(position, wanted)))
    position += length
    length = 0
    if (!isEnd) continue
    addPacket(
      stream,
      stream.pending.length === 1 ? (stream.pending[0] ?? first) : Buffer.concat(stream.pending),
      first,
    )
    stream.pending = []
  }
}

/** The last page may end in the middle of a block: its position then states how many samples are left out. */
function recordGranule(stream: OggStream, granule: bigint, before: number, isLast: boolean): void {
  if (granule === UNKNOWN_GRANULE || stream.packets <= 2) return
  const position = readPosition(stream, granule)
  const pageSamples = stream.samples - before
  const expected = stream.lastGranule === null ? null : stream.lastGranule + pageSamples
  if (isLast && expected !== null && position < expected && position >= (stream.lastGranule ?? 0))
    stream.samples -= expected - position
  else if (isLast && stream.lastGranule === null && position > 0 && position < stream.samples)
    stream.samples = position
  stream.firstGranule ??= position
  stream.lastGranule = Math.max(position, stream.lastGranule ?? 0)
}

function streamSeconds({ codec, samples, preSkip, rate, firstGranule, lastGranule }: OggStream): number {
  if (rate === 0) return 0
  if (codec === 'opus' || (codec === 'vorbis' && samples > 0)) return Math.max(0, samples - preSkip) / rate
  // A stream that was cut from a longer one doesn't begin at 0.
  const offset = firstGranule !== null && firstGranule > MAX_FIRST_SECONDS * rate ? firstGranule : 0
  return Math.max(0, (lastGranule ?? 0) - offset) / rate
}

/** The offset of the next page; null if there is none. */
async function findPage(bytes: BufferedReader, from: number): Promise<number | null> {
  for (let position = from; position < bytes.size;) {
    const chunk = await bytes.readAtLeast(position, 4096)
    const found = chunk.indexOf('OggS', 0, 'latin1')
    if (found >= 0) return position + found
    position += Math.max(1, chunk.length - 3)
  }
  return null
}
