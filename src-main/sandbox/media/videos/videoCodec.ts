import { setImmediate } from 'node:timers/promises'
import type { ResultFile } from '../../operations/Operation.ts'
import { muxMp4, type AudioTrack } from './muxMp4.ts'
import { demuxMp4 } from './demuxMp4.ts'
import type { FrameSource, RgbaImage } from '../images/RgbaImage.ts'
import { readWebp, writeWebp } from '../images/imageCodec.ts'
import { hashText } from '../../random.ts'
import { animateLandscape } from './animateLandscape.ts'

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
