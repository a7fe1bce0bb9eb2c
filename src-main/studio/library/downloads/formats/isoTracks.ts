import type { ByteSource } from './ByteSource.ts'
import { type IsoBox, IsoBoxes } from '../completeness/IsoBoxes.ts'

/** The header data of an MP4 or QuickTime file. */
export interface IsoTracks {
  video: boolean
  audio: boolean
  durationMs: number | null
  /** Display size of the first video track. */
  width: number | null
  height: number | null
}

/** Times have 64 bits if the first byte, the version, is 1. */
async function duration(source: IsoBoxes, header: IsoBox): Promise<number | null> {
  const head = await source.read(header.start, 32)
  const wide = head[0] === 1
  if (head.length < (wide ? 32 : 20)) return null
  const scale = head.readUInt32BE(wide ? 20 : 12)
  const length = wide ? Number(head.readBigUInt64BE(24)) : head.readUInt32BE(16)
  return scale > 0 && length > 0 && length < 0xffff_ffff ? Math.round((length / scale) * 1000) : null
}

async function shownSize(
  source: IsoBoxes,
  header: IsoBox,
): Promise<{ width: number; height: number } | null> {
  const head = await source.read(header.start, 96)
  const at = head[0] === 1 ? 88 : 76
  if (head.length < at + 8) return null
  const size = { width: head.readUInt32BE(at) >>> 16, height: head.readUInt32BE(at + 4) >>> 16 }
  // The matrix before the size: a video rotated by 90° has zeros on its diagonal.
  const isRotated = head.readInt32BE(at - 36) === 0 && head.readInt32BE(at - 32) !== 0
  if (size.width === 0 || size.height === 0) return null
  return isRotated ? { width: size.height, height: size.width } : size
}

/** Tracks, duration and size of an MP4 or QuickTime file, read from its boxes without decoding. */
export async function isoTracks(source: ByteSource): Promise<IsoTracks> {
  const tracks: IsoTracks = { video: false, audio: false, durationMs: null, width: null, height: null }
  const reader = new IsoBoxes(source)
  const { boxes } = await reader.between(0, reader.size)
  for (const box of await reader.inside(boxes, 'moov')) {
    if (box.type === 'mvhd') tracks.durationMs = await duration(reader, box)
    if (box.type !== 'trak') continue
    const parts = (await reader.between(box.start, box.end)).boxes
    const handler = (await reader.inside(parts, 'mdia')).find(({ type }) => type === 'hdlr')
    const kind = handler ? (await reader.read(handler.start + 8, 4)).toString('latin1') : ''
    if (kind === 'soun') tracks.audio = true
    if (kind !== 'vide') continue
    const header = parts.find(({ type }) => type === 'tkhd')
    if (!tracks.video && header) Object.assign(tracks, await shownSize(reader, header))
    tracks.video = true
  }
  return tracks
}
