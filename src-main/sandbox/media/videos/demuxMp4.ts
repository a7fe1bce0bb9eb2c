import { readBoxes } from '../../inputs/readMedia.ts'
import type { AudioTrack, VideoTrack } from './muxMp4.ts'
import { readMp3 } from '../audio/audioCodec.ts'

/** Splits an MP4 that the sandbox wrote into its tracks; null for any other file. */
export function demuxMp4(bytes: Uint8Array): { video: VideoTrack; audio: AudioTrack | null } | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const tracks = findChildren(findChild(file, 'moov'), 'trak').map((track) => {
      const media = findChild(track, 'mdia')
      const index = findChild(findChild(media, 'minf'), 'stbl')
      return { media, index, kind: findChild(index, 'stsd').toString('latin1', 12, 16) }
    })
    const videoTrack = tracks.find(({ kind }) => kind === 'vp08')
    if (!videoTrack) return null
    const entry = findChild(videoTrack.index, 'stsd').subarray(8)
    const timescale = findChild(videoTrack.media, 'mdhd').readUInt32BE(12)
    const frameDuration = findChild(videoTrack.index, 'stts').readUInt32BE(12)
    const video: VideoTrack = {
      width: entry.readUInt16BE(32),
      height: entry.readUInt16BE(34),
      fps: Math.round(timescale / frameDuration),
      frames: readSamples(file, videoTrack.index),
    }
    const audioTrack = tracks.find(({ kind }) => kind === 'mp4a')
    const audio = audioTrack ? readMp3(Buffer.concat(readSamples(file, audioTrack.index))) : null
    return { video, audio }
  } catch {
    return null
  }
}

function findChildren(body: Buffer, name: string): Buffer[] {
  return readBoxes(body)
    .filter((box) => box.name === name)
    .map((box) => box.body)
}

function findChild(body: Buffer, name: string): Buffer {
  const [found] = findChildren(body, name)
  if (!found) throw new Error(`No ${name}`)
  return found
}

/** Locates the samples by the tables of sizes, chunks and offsets. */
function readSamples(file: Buffer, index: Buffer): Uint8Array[] {
  const sizes = findChild(index, 'stsz')
  const runs = findChild(index, 'stsc')
  const offsets = findChild(index, 'stco')
  const samples: Uint8Array[] = []
  const count = sizes.readUInt32BE(8)
  let run = 0
  for (let chunk = 0; chunk < offsets.readUInt32BE(4); chunk += 1) {
    const next = 8 + (run + 1) * 12
    if (run + 1 < runs.readUInt32BE(4) && runs.readUInt32BE(next) <= chunk + 1) run += 1
    let offset = offsets.readUInt32BE(8 + chunk * 4)
    for (let i = 0; i < runs.readUInt32BE(12 + run * 12) && samples.length < count; i += 1) {
      const size = sizes.readUInt32BE(12 + samples.length * 4)
      samples.push(file.subarray(offset, offset + size))
      offset += size
    }
  }
  return samples
}
