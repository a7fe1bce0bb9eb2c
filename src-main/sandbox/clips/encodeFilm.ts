import { setImmediate } from 'node:timers/promises'
import type { Artefact } from '../operations/Operation.ts'
import type { SoundTrack } from './ClipTracks.ts'
import type { Film } from './Film.ts'
import { encodeKeyFrame } from './keyFrame.ts'
import { writeMp4 } from './writeMp4.ts'

/** Pixels worth encoding for one clip; beyond, pictures are shown for several frames. */
const BUDGET = 120 * 768 * 768

/** Makes a film's pictures and puts them into an MP4 with its sound, which is cut to the film's length. */
export async function encodeFilm(film: Film, sound: SoundTrack | null): Promise<Artefact> {
  const { width, height, fps, count } = film
  const stride = Math.max(1, Math.ceil((width * height * count) / BUDGET))
  const quality = stride > 1 ? 58 : 72
  const frames: Uint8Array[] = []
  for (let index = 0; index < count; index += stride) {
    await setImmediate()
    const frame = await encodeKeyFrame(await film.frame(index), quality)
    for (let shown = index; shown < Math.min(count, index + stride); shown += 1) frames.push(frame)
  }
  const bytes = writeMp4({ width, height, fps, frames }, sound && cut(sound, count / fps))
  return { bytes, mime: 'video/mp4' }
}

/** Never longer than the pictures: a player would show a standing one. */
function cut(sound: SoundTrack, seconds: number): SoundTrack {
  const most = Math.floor((seconds * sound.sampleRate) / sound.frameSize)
  return { ...sound, frames: sound.frames.slice(0, most) }
}
