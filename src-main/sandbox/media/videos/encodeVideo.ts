import { setImmediate } from 'node:timers/promises'
import type { ResultFile } from '../../operations/Operation.ts'
import type { RgbaImage } from '../images/RgbaImage.ts'
import { encodeKeyFrame } from './keyFrame.ts'
import { muxMp4 } from './muxMp4.ts'
import type { AudioTrack } from './tracks.ts'

/** Decoded frames of a video, generated one at a time. */
export interface FrameSource {
  width: number
  height: number
  /** An integer. */
  fps: number
  count: number
  /** The frame at an index from 0. Called in ascending order. */
  frame: (index: number) => Promise<RgbaImage>
}

/** Pixels to encode for one video. Above this, a frame is shown several times. */
const MAX_PIXELS = 120 * 768 * 768

/** Encodes frames as an MP4 with audio, which is trimmed to the duration of the video. */
export async function encodeVideo(source: FrameSource, audio: AudioTrack | null): Promise<ResultFile> {
  const { width, height, fps, count } = source
  const stride = Math.max(1, Math.ceil((width * height * count) / MAX_PIXELS))
  const quality = stride > 1 ? 58 : 72
  const frames: Uint8Array[] = []
  for (let index = 0; index < count; index += stride) {
    await setImmediate()
    const frame = await encodeKeyFrame(await source.frame(index), quality)
    for (let shown = index; shown < Math.min(count, index + stride); shown += 1) frames.push(frame)
  }
  const bytes = muxMp4({ width, height, fps, frames }, audio && cutAudio(audio, count / fps))
  return { bytes, mime: 'video/mp4' }
}

/** Never longer than the video, because a player would then show a still frame. */
function cutAudio(audio: AudioTrack, seconds: number): AudioTrack {
  const maxFrames = Math.floor((seconds * audio.sampleRate) / audio.frameSize)
  return { ...audio, frames: audio.frames.slice(0, maxFrames) }
}
