import type { SoundTrack, VideoTrack } from './ClipTracks.ts'
import { box, fullBox, halves, table, words } from './mp4Box.ts'

/** Ticks a second of the whole film. */
const TICKS = 1000

/** Identity, as the headers want it. */
const MATRIX = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

/** One track as the index sees it. */
interface Plan {
  id: number
  /** Ticks a second of this track, and ticks of one frame. */
  scale: number
  step: number
  frames: Uint8Array[]
  /** Frames to a chunk: about a second. */
  perChunk: number
  handler: 'vide' | 'soun'
  header: Buffer
  entry: Buffer
  width: number
  height: number
}

/** Writes an MP4: the index first, then pictures and sound in turns of a second. Every picture can be seeked to. */
export function writeMp4(video: VideoTrack, sound: SoundTrack | null): Buffer {
  const plans = [videoPlan(video), ...(sound && sound.frames.length > 0 ? [soundPlan(sound)] : [])]
  const chunks = plans.map(({ frames, perChunk }) =>
    Array.from({ length: Math.ceil(frames.length / perChunk) }, (_, i) =>
      Buffer.concat(frames.slice(i * perChunk, (i + 1) * perChunk)),
    ),
  )
  const type = box('ftyp', Buffer.from('isom'), words(0x200), Buffer.from('isomiso2mp41'))
  const offsets = chunks.map((list) => list.map(() => 0))
  const start = type.length + moov(plans, offsets).length + 8
  const body: Buffer[] = []
  let at = start
  for (let turn = 0; turn < Math.max(...chunks.map((list) => list.length)); turn += 1) {
    for (const [track, list] of chunks.entries()) {
      const chunk = list[turn]
      if (!chunk) continue
      offsets[track]![turn] = at
      at += chunk.length
      body.push(chunk)
    }
  }
  return Buffer.concat([type, moov(plans, offsets), box('mdat', ...body)])
}

function videoPlan({ width, height, fps, frames }: VideoTrack): Plan {
  const entry = box(
    'vp08',
    halves(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, width, height),
    words(0x480000, 0x480000, 0),
    halves(1),
    Buffer.alloc(32),
    halves(0x18, 0xffff),
    // Profile 0, no level, 8 bits 4:2:0, colours as BT.601 has them.
    fullBox('vpcC', 0x1000000, Buffer.from([0, 10, 0x80, 6, 6, 6, 0, 0])),
  )
  const header = fullBox('vmhd', 1, halves(0, 0, 0, 0))
  const [scale, step] = [fps * 512, 512]
  return { id: 1, scale, step, frames, perChunk: fps, handler: 'vide', header, entry, width, height }
}

function soundPlan({ sampleRate, channels, frameSize, frames }: SoundTrack): Plan {
  const byteRate = frames.reduce((sum, frame) => sum + frame.length, 0) / (frames.length * frameSize)
  const bitRate = Math.round(byteRate * sampleRate * 8)
  const decoder = Buffer.concat([Buffer.from([4, 13, 0x6b, 0x15, 0, 0, 0]), words(bitRate, bitRate)])
  const about = Buffer.concat([
    Buffer.from([3, 3 + decoder.length + 3, 0, 2, 0]),
    decoder,
    Buffer.from([6, 1, 2]),
  ])
  const entry = box(
    'mp4a',
    halves(0, 0, 0, 1, 0, 0, 0, 0, channels, 16, 0, 0, sampleRate, 0),
    fullBox('esds', 0, about),
  )
  const header = fullBox('smhd', 0, halves(0, 0))
  const perChunk = Math.max(1, Math.round(sampleRate / frameSize))
  const common = { id: 2, scale: sampleRate, step: frameSize, frames, perChunk, header, entry }
  return { ...common, handler: 'soun', width: 0, height: 0 }
}

function moov(plans: Plan[], offsets: number[][]): Buffer {
  const longest = Math.max(...plans.map((plan) => ticks(plan)))
  const head = fullBox(
    'mvhd',
    0,
    words(0, 0, TICKS, longest, 0x10000),
    halves(0x100, 0),
    Buffer.alloc(8),
    MATRIX,
    Buffer.alloc(24),
    words(plans.length + 1),
  )
  return box('moov', head, ...plans.map((plan, index) => trak(plan, offsets[index] ?? [])))
}

function ticks({ frames, step, scale }: Plan): number {
  return Math.round((frames.length * step * TICKS) / scale)
}

function trak(plan: Plan, offsets: number[]): Buffer {
  const { id, scale, step, frames, handler, header, entry, width, height } = plan
  const track = fullBox(
    'tkhd',
    3,
    words(0, 0, id, 0, ticks(plan), 0, 0),
    halves(0, 0, handler === 'soun' ? 0x100 : 0, 0),
    MATRIX,
    words(width << 16, height << 16),
  )
  const media = fullBox('mdhd', 0, words(0, 0, scale, frames.length * step), halves(0x55c4, 0))
  const by = fullBox('hdlr', 0, words(0), Buffer.from(handler), Buffer.alloc(13))
  const data = box('dinf', fullBox('dref', 0, words(1), fullBox('url ', 1)))
  const index = box(
    'stbl',
    fullBox('stsd', 0, words(1), entry),
    fullBox('stts', 0, words(1, frames.length, step)),
    fullBox('stsc', 0, chunkTable(frames.length, plan.perChunk)),
    fullBox('stsz', 0, words(0), table(frames.map((frame) => frame.length))),
    fullBox('stco', 0, table(offsets)),
  )
  return box('trak', track, box('mdia', media, by, box('minf', header, data, index)))
}

/** How many frames each chunk holds; the last may be shorter. */
function chunkTable(count: number, perChunk: number): Buffer {
  const [full, rest] = [Math.floor(count / perChunk), count % perChunk]
  const runs = [...(full > 0 ? [[1, perChunk, 1]] : []), ...(rest > 0 ? [[full + 1, rest, 1]] : [])]
  return Buffer.concat([words(runs.length), ...runs.map((run) => words(...run))])
}
