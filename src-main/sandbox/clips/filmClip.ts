import { hashText } from '../random.ts'
import { decodeKeyFrame } from './keyFrame.ts'
import type { SoundTrack } from './ClipTracks.ts'
import type { Film } from './Film.ts'
import { filmLandscape } from './filmLandscape.ts'
import { readClip } from './readClip.ts'

/** Frames a second of a stand-in. */
const STAND_IN_FPS = 24

interface ClipSize {
  width: number
  height: number
  seconds: number
}

/** An uploaded video as a film, with its sound; what can't be decoded here becomes a landscape of its size and length. */
export async function filmClip(
  bytes: Uint8Array,
  size: ClipSize,
): Promise<{ film: Film; sound: SoundTrack | null }> {
  const clip = readClip(bytes)
  if (clip) {
    const { width, height, fps, frames } = clip.video
    const frame = async (index: number) => decodeKeyFrame(frames[index] ?? new Uint8Array())
    return { film: { width, height, fps, count: frames.length, frame }, sound: clip.sound }
  }
  const { width, height, seconds } = size
  const seed = hashText(Buffer.from(bytes.subarray(0, 4096)).toString('latin1'))
  const order = { prompt: 'an unreadable input', seed, style: 0, width, height }
  const film = await filmLandscape(order, STAND_IN_FPS, Math.max(1, Math.round(seconds * STAND_IN_FPS)))
  return { film, sound: null }
}
