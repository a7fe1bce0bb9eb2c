import { setImmediate } from 'node:timers/promises'
import type { ResultFile } from '../ResultFile.ts'
import { muxMp4, type VideoTrack } from './muxMp4.ts'
import type { AudioTrack } from '../audio/AudioTrack.ts'
import type { FrameSource, RgbaImage } from '../RgbaImage.ts'
import { readWebp, writeWebp } from '../images/imageCodec.ts'
import { hashText } from '../../random.ts'
import { animateLandscape } from './animateLandscape.ts'
import { readBoxes } from '../../inputs/readMedia.ts'
import { readMp3 } from '../audio/audioCodec.ts'

/** The maximum number of pixels to encode for one video. A larger video shows each frame several times. */
const MAX_PIXELS = 120 * 768 * 768

/** Encodes frames as an MP4 with audio, which is trimmed to the duration of the video. */
export async function encodeVideo(source: FrameSource, audio: AudioTrack | null): Promise<ResultFile> {
  const { width, height, fps, count } = source
  const repetitions = Math.max(1, Math.ceil((width * height * count) / MAX_PIXELS))
  // WebP quality from 0 to 100.
  const quality = repetitions > 1 ? 58 : 72
  const frames: Uint8Array[] = []
  for (let index = 0; index < count; index += repetitions) {
    await setImmediate()
    const frame = await encodeKeyFrame(await source.frame(index), quality)
    for (let shown = index; shown < Math.min(count, index + repetitions); shown += 1) frames.push(frame)
  }
  const bytes = muxMp4({ width, height, fps, frames }, audio && trimAudio(audio, count / fps))
  return { bytes, mime: 'video/mp4' }
}

/** Trims audio to the duration of the video, because a player would show a still frame for the rest. */
function trimAudio(audio: AudioTrack, seconds: number): AudioTrack {
  const maxFrames = Math.floor((seconds * audio.sampleRate) / audio.samplesPerFrame)
  return { ...audio, frames: audio.frames.slice(0, maxFrames) }
}

/** Offset of the first chunk in a WebP file. */
const FIRST_CHUNK = 12

/** Encodes an opaque image as a VP8 key frame, which is the content of a lossy WebP file. */
async function encodeKeyFrame(image: RgbaImage, quality: number): Promise<Uint8Array> {
  const bytes = Buffer.from(await writeWebp(image, quality))
  for (let offset = FIRST_CHUNK; offset + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(offset + 4)
    if (bytes.toString('latin1', offset, offset + 4) === 'VP8 ')
      return bytes.subarray(offset + 8, offset + 8 + size)
    offset += 8 + size + (size % 2)
  }
  throw new Error("An image with transparency can't be a video frame")
}

/** Decodes a VP8 key frame. */
export async function decodeKeyFrame(frame: Uint8Array): Promise<RgbaImage> {
  const padded = frame.length + (frame.length % 2)
  const head = Buffer.alloc(20)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(12 + padded, 4)
  head.write('WEBPVP8 ', 8, 'latin1')
  head.writeUInt32LE(frame.length, 16)
  return readWebp(Buffer.concat([head, frame, Buffer.alloc(padded - frame.length)]))
}

/** Frame rate of a landscape that replaces a video in another format. */
const REPLACEMENT_FPS = 24

interface VideoSize {
  width: number
  height: number
  seconds: number
}

/** Decodes an uploaded video with its audio. A video that the sandbox did not encode is replaced by a landscape of its size and duration. */
export async function decodeVideo(
  bytes: Uint8Array,
  size: VideoSize,
): Promise<{ video: FrameSource; audio: AudioTrack | null }> {
  const tracks = demuxMp4(bytes)
  if (tracks) {
    const { width, height, fps, frames } = tracks.video
    const frame = async (index: number) => decodeKeyFrame(frames[index] ?? new Uint8Array())
    return { video: { width, height, fps, count: frames.length, frame }, audio: tracks.audio }
  }
  const { width, height, seconds } = size
  const seed = hashText(Buffer.from(bytes.subarray(0, 4096)).toString('latin1'))
  const parameters = { prompt: 'an unreadable input', seed, style: 0, width, height }
  const count = Math.max(1, Math.round(seconds * REPLACEMENT_FPS))
  return { video: await animateLandscape(parameters, REPLACEMENT_FPS, count), audio: null }
}

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
