import type { AudioTrack, VideoTrack } from './tracks.ts'

/** A box of an ISO media file: length, name, content. */
function createBox(name: string, ...parts: Uint8Array[]): Buffer {
  const head = Buffer.alloc(8)
  const size = parts.reduce((sum, part) => sum + part.length, 8)
  head.writeUInt32BE(size, 0)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, ...parts])
}

/** A box with version 0 and flags. */
function createFullBox(name: string, flags: number, ...parts: Uint8Array[]): Buffer {
  return createBox(name, uint32s(flags), ...parts)
}

/** 32-bit integers, big-endian. */
function uint32s(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number >>> 0, index * 4)
  return bytes
}

/** 16-bit integers, big-endian. */
function uint16s(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2)
  for (const [index, number] of numbers.entries()) bytes.writeUInt16BE(number & 0xffff, index * 2)
  return bytes
}

/** The number of entries, then the entries as 32-bit integers. */
function countedTable(numbers: number[]): Buffer {
  return Buffer.concat([uint32s(numbers.length), uint32s(...numbers)])
}

/** Time units per second of the whole file. */
const TIMESCALE = 1000

/** The identity transformation in header format. */
const MATRIX = uint32s(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

/** A track as the index describes it. */
interface TrackLayout {
  id: number
  /** Time units per second of this track, and per frame. */
  timescale: number
  frameDuration: number
  frames: Uint8Array[]
  /** Frames per chunk, about one second. */
  perChunk: number
  handler: 'vide' | 'soun'
  header: Buffer
  entry: Buffer
  width: number
  height: number
}

/** Writes an MP4: the index, then interleaved chunks of video and audio of one second each. Every frame can be seeked to. */
export function muxMp4(video: VideoTrack, audio: AudioTrack | null): Buffer {
  const plans = [layOutVideo(video), ...(audio && audio.frames.length > 0 ? [layOutAudio(audio)] : [])]
  const chunks = plans.map(({ frames, perChunk }) =>
    Array.from({ length: Math.ceil(frames.length / perChunk) }, (_, i) =>
      Buffer.concat(frames.slice(i * perChunk, (i + 1) * perChunk)),
    ),
  )
  const type = createBox('ftyp', Buffer.from('isom'), uint32s(0x200), Buffer.from('isomiso2mp41'))
  const offsets = chunks.map((list) => list.map(() => 0))
  const start = type.length + createMoov(plans, offsets).length + 8
  const body: Buffer[] = []
  let offset = start
  for (let number = 0; number < Math.max(...chunks.map((list) => list.length)); number += 1) {
    for (const [track, list] of chunks.entries()) {
      const chunk = list[number]
      if (!chunk) continue
      offsets[track]![number] = offset
      offset += chunk.length
      body.push(chunk)
    }
  }
  return Buffer.concat([type, createMoov(plans, offsets), createBox('mdat', ...body)])
}

function layOutVideo({ width, height, fps, frames }: VideoTrack): TrackLayout {
  const entry = createBox(
    'vp08',
    uint16s(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, width, height),
    uint32s(0x480000, 0x480000, 0),
    uint16s(1),
    Buffer.alloc(32),
    uint16s(0x18, 0xffff),
    // Profile 0, no level, 8 bits 4:2:0, BT.601 colours.
    createFullBox('vpcC', 0x1000000, Buffer.from([0, 10, 0x80, 6, 6, 6, 0, 0])),
  )
  const header = createFullBox('vmhd', 1, uint16s(0, 0, 0, 0))
  const [timescale, frameDuration] = [fps * 512, 512]
  return {
    id: 1,
    timescale,
    frameDuration,
    frames,
    perChunk: fps,
    handler: 'vide',
    header,
    entry,
    width,
    height,
  }
}

function layOutAudio({ sampleRate, channels, frameSize, frames }: AudioTrack): TrackLayout {
  const byteRate = frames.reduce((sum, frame) => sum + frame.length, 0) / (frames.length * frameSize)
  const bitRate = Math.round(byteRate * sampleRate * 8)
  const decoder = Buffer.concat([Buffer.from([4, 13, 0x6b, 0x15, 0, 0, 0]), uint32s(bitRate, bitRate)])
  const descriptor = Buffer.concat([
    Buffer.from([3, 3 + decoder.length + 3, 0, 2, 0]),
    decoder,
    Buffer.from([6, 1, 2]),
  ])
  const entry = createBox(
    'mp4a',
    uint16s(0, 0, 0, 1, 0, 0, 0, 0, channels, 16, 0, 0, sampleRate, 0),
    createFullBox('esds', 0, descriptor),
  )
  const header = createFullBox('smhd', 0, uint16s(0, 0))
  const perChunk = Math.max(1, Math.round(sampleRate / frameSize))
  const common = { id: 2, timescale: sampleRate, frameDuration: frameSize, frames, perChunk, header, entry }
  return { ...common, handler: 'soun', width: 0, height: 0 }
}

function createMoov(plans: TrackLayout[], offsets: number[][]): Buffer {
  const duration = Math.max(...plans.map((plan) => trackDuration(plan)))
  const head = createFullBox(
    'mvhd',
    0,
    uint32s(0, 0, TIMESCALE, duration, 0x10000),
    uint16s(0x100, 0),
    Buffer.alloc(8),
    MATRIX,
    Buffer.alloc(24),
    uint32s(plans.length + 1),
  )
  return createBox('moov', head, ...plans.map((plan, index) => createTrak(plan, offsets[index] ?? [])))
}

function trackDuration({ frames, frameDuration, timescale }: TrackLayout): number {
  return Math.round((frames.length * frameDuration * TIMESCALE) / timescale)
}

function createTrak(plan: TrackLayout, offsets: number[]): Buffer {
  const { id, timescale, frameDuration, frames, handler, header, entry, width, height } = plan
  const track = createFullBox(
    'tkhd',
    3,
    uint32s(0, 0, id, 0, trackDuration(plan), 0, 0),
    uint16s(0, 0, handler === 'soun' ? 0x100 : 0, 0),
    MATRIX,
    uint32s(width << 16, height << 16),
  )
  const media = createFullBox(
    'mdhd',
    0,
    uint32s(0, 0, timescale, frames.length * frameDuration),
    uint16s(0x55c4, 0),
  )
  const handlerBox = createFullBox('hdlr', 0, uint32s(0), Buffer.from(handler), Buffer.alloc(13))
  const data = createBox('dinf', createFullBox('dref', 0, uint32s(1), createFullBox('url ', 1)))
  const index = createBox(
    'stbl',
    createFullBox('stsd', 0, uint32s(1), entry),
    createFullBox('stts', 0, uint32s(1, frames.length, frameDuration)),
    createFullBox('stsc', 0, createChunkTable(frames.length, plan.perChunk)),
    createFullBox('stsz', 0, uint32s(0), countedTable(frames.map((frame) => frame.length))),
    createFullBox('stco', 0, countedTable(offsets)),
  )
  return createBox(
    'trak',
    track,
    createBox('mdia', media, handlerBox, createBox('minf', header, data, index)),
  )
}

/** The number of frames per chunk. The last chunk may be shorter. */
function createChunkTable(count: number, perChunk: number): Buffer {
  const [full, rest] = [Math.floor(count / perChunk), count % perChunk]
  const runs = [...(full > 0 ? [[1, perChunk, 1]] : []), ...(rest > 0 ? [[full + 1, rest, 1]] : [])]
  return Buffer.concat([uint32s(runs.length), ...runs.map((run) => uint32s(...run))])
}
