import { hashText } from '../../random.ts'
import { decodeKeyFrame } from './keyFrame.ts'
import type { AudioTrack } from './tracks.ts'
import type { FrameSource } from './encodeVideo.ts'
import { animateLandscape } from './animateLandscape.ts'
import { demuxMp4 } from './demuxMp4.ts'

/** Frame rate of the replacement. */
const REPLACEMENT_FPS = 24

interface VideoSize {
  width: number
  height: number
  seconds: number
}

/** Decodes an uploaded video with its audio. A video in a foreign format is replaced by a landscape of its size and duration. */
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
