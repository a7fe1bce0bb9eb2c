import { boxes } from '../inputs/readMp4.ts'
import type { SoundTrack, VideoTrack } from './ClipTracks.ts'
import { readMp3 } from '../sounds/readMp3.ts'

/** Takes apart a clip as the sandbox writes them; null for other people's. */
export function readClip(bytes: Uint8Array): { video: VideoTrack; sound: SoundTrack | null } | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const tracks = all(within(file, 'moov'), 'trak').map((track) => {
      const media = within(track, 'mdia')
      const index = within(within(media, 'minf'), 'stbl')
      return { media, index, kind: within(index, 'stsd').toString('latin1', 12, 16) }
    })
    const film = tracks.find(({ kind }) => kind === 'vp08')
    if (!film) return null
    const entry = within(film.index, 'stsd').subarray(8)
    const scale = within(film.media, 'mdhd').readUInt32BE(12)
    const step = within(film.index, 'stts').readUInt32BE(12)
    const video: VideoTrack = {
      width: entry.readUInt16BE(32),
      height: entry.readUInt16BE(34),
      fps: Math.round(scale / step),
      frames: samplesOf(file, film.index),
    }
    const heard = tracks.find(({ kind }) => kind === 'mp4a')
    const sound = heard ? readMp3(Buffer.concat(samplesOf(file, heard.index))) : null
    return { video, sound }
  } catch {
    return null
  }
}

function all(body: Buffer, name: string): Buffer[] {
  return boxes(body)
    .filter((box) => box.name === name)
    .map((box) => box.body)
}

function within(body: Buffer, name: string): Buffer {
  const [found] = all(body, name)
  if (!found) throw new Error(`No ${name}`)
  return found
}

/** Sizes, chunks and offsets make the samples. */
function samplesOf(file: Buffer, index: Buffer): Uint8Array[] {
  const sizes = within(index, 'stsz')
  const runs = within(index, 'stsc')
  const offsets = within(index, 'stco')
  const samples: Uint8Array[] = []
  const count = sizes.readUInt32BE(8)
  let run = 0
  for (let chunk = 0; chunk < offsets.readUInt32BE(4); chunk += 1) {
    const next = 8 + (run + 1) * 12
    if (run + 1 < runs.readUInt32BE(4) && runs.readUInt32BE(next) <= chunk + 1) run += 1
    let at = offsets.readUInt32BE(8 + chunk * 4)
    for (let i = 0; i < runs.readUInt32BE(12 + run * 12) && samples.length < count; i += 1) {
      const size = sizes.readUInt32BE(12 + samples.length * 4)
      samples.push(file.subarray(at, at + size))
      at += size
    }
  }
  return samples
}
