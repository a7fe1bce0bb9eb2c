import type { AudioTrack } from '../audio/AudioTrack.ts'

/** The encoded frames of a video: VP8 key frames, each decodable without the others. */
export interface VideoTrack {
  width: number
  height: number
  /** Frames per second, an integer. */
  fps: number
  frames: Uint8Array[]
}

/** A box of an ISO media file: length, name, content. */
export function createBox(name: string, ...parts: Uint8Array[]): Buffer {
  const head = Buffer.alloc(8)
  const size = parts.reduce((sum, part) => sum + part.length, 8)
  head.writeUInt32BE(size, 0)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, ...parts])
}

/** A box with a version (the first of four bytes) and flags (the other three). */
function createFullBox(name: string, versionAndFlags: number, ...parts: Uint8Array[]): Buffer {
  return createBox(name, uint32s(versionAndFlags), ...parts)
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

/** The identity matrix in the fixed-point format of the headers. */
const MATRIX = uint32s(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

/** A track as the index describes it. */
interface TrackLayout {
  id: number
  /** Time units per second of this track, and per frame. */
  timescale: number
  frameDuration: number
  frames: Uint8Array[]
  /** Frames per chunk, about one second. */
  framesPerChunk: number
  handler: 'vide' | 'soun'
  header: Buffer
  entry: Buffer
  width: number
  height: number
}

/** Writes an MP4: the index, then interleaved chunks of video and audio of one second each. Players can seek to every frame. */
export function muxMp4(video: VideoTrack, audio: AudioTrack | null): Buffer {
  const layouts = [layOutVideo(video), ...(audio && audio.frames.length > 0 ? [layOutAudio(audio)] : [])]
  const chunks = layouts.map(({ frames, framesPerChunk }) =>
    Array.from({ length: Math.ceil(frames.length / framesPerChunk) }, (_, i) =>
      Buffer.concat(frames.slice(i * framesPerChunk, (i + 1) * framesPerChunk)),
    ),
  )
  const type = createBox('ftyp', Buffer.from('isom'), uint32s(0x200), Buffer.from('isomiso2mp41'))
  const offsets = chunks.map((list) => list.map(() => 0))
  const start = type.length + createMoov(layouts, offsets).length + 8
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
  return Buffer.concat([type, createMoov(layouts, offsets), createBox('mdat', ...body)])
}

function layOutVideo({ width, height, fps, frames }: VideoTrack): TrackLayout {
  const entry = createBox(
    'vp08',
    uint16s(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, width, height),
    uint32s(0x480000, 0x480000, 0),
    uint16s(1),
    Buffer.alloc(32),
    uint16s(0x18, 0xffff),
    // Version 1. Profile 0, level 1.0 (10), 8 bits per sample with 4:2:0 chroma (0x80), BT.601 colours (6, 6, 6), no codec data.
    createFullBox('vpcC', 0x1000000, Buffer.from([0, 10, 0x80, 6, 6, 6, 0, 0])),
  )
  const header = createFullBox('vmhd', 1, uint16s(0, 0, 0, 0))
  const [timescale, frameDuration] = [fps * 512, 512]
  return {
    id: 1,
    timescale,
    frameDuration,
    frames,
    framesPerChunk: fps,
    handler: 'vide',
    header,
    entry,
    width,
    height,
  }
}

function layOutAudio({ sampleRate, channels, samplesPerFrame, frames }: AudioTrack): TrackLayout {
  const bytesPerSample =
    frames.reduce((sum, frame) => sum + frame.length, 0) / (frames.length * samplesPerFrame)
  const bitRate = Math.round(bytesPerSample * sampleRate * 8)
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
  const framesPerChunk = Math.max(1, Math.round(sampleRate / samplesPerFrame))
  const common = {
    id: 2,
    timescale: sampleRate,
    frameDuration: samplesPerFrame,
    frames,
    framesPerChunk,
    header,
    entry,
  }
  return { ...common, handler: 'soun', width: 0, height: 0 }
}

/** The box `moov`: the index of the file. */
function createMoov(layouts: TrackLayout[], offsets: number[][]): Buffer {
  const duration = Math.max(...layouts.map(trackDuration))
  const head = createFullBox(
    'mvhd',
    0,
    uint32s(0, 0, TIMESCALE, duration, 0x10000),
    uint16s(0x100, 0),
    Buffer.alloc(8),
    MATRIX,
    Buffer.alloc(24),
    uint32s(layouts.length + 1),
  )
  return createBox('moov', head, ...layouts.map((layout, index) => createTrak(layout, offsets[index] ?? [])))
}

/** In units of `TIMESCALE`, so in milliseconds. */
function trackDuration({ frames, frameDuration, timescale }: TrackLayout): number {
  return Math.round((frames.length * frameDuration * TIMESCALE) / timescale)
}

/** The box `trak`: one track of the index. `offsets` are the positions of its chunks in the file. */
function createTrak(layout: TrackLayout, offsets: number[]): Buffer {
  const { id, timescale, frameDuration, frames, handler, header, entry, width, height } = layout
  const track = createFullBox(
    'tkhd',
    3,
    uint32s(0, 0, id, 0, trackDuration(layout), 0, 0),
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
    createFullBox('stsc', 0, createChunkTable(frames.length, layout.framesPerChunk)),
    createFullBox('stsz', 0, uint32s(0), countedTable(frames.map((frame) => frame.length))),
    createFullBox('stco', 0, countedTable(offsets)),
  )
  return createBox(
    'trak',
    track,
    createBox('mdia', media, handlerBox, createBox('minf', header, data, index)),
  )
}

/** The number of frames in each chunk. The last chunk may be shorter. */
function createChunkTable(count: number, framesPerChunk: number): Buffer {
  const [full, rest] = [Math.floor(count / framesPerChunk), count % framesPerChunk]
  const runs = [...(full > 0 ? [[1, framesPerChunk, 1]] : []), ...(rest > 0 ? [[full + 1, rest, 1]] : [])]
  return Buffer.concat([uint32s(runs.length), ...runs.map((run) => uint32s(...run))])
}
