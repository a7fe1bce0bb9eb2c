import type { SoundTrack } from '../clips/ClipTracks.ts'
import { encodeFilm } from '../clips/encodeFilm.ts'
import { filmLandscape } from '../clips/filmLandscape.ts'
import { filmPictures } from '../clips/filmPictures.ts'
import { decodePicture } from '../pictures/decodePicture.ts'
import { playMusic } from '../sounds/playMusic.ts'
import { readMp3 } from '../sounds/readMp3.ts'
import { writeMp3 } from '../sounds/writeMp3.ts'
import type { Artefact, Plan, ReadInput } from './Operation.ts'
import { orderOf } from './pictureOrder.ts'

/** Makes a clip by its plan: from its first and last frame where there are some, else a landscape; with the sound given, or some of its own. */
export async function makeClip(plan: Plan, read: ReadInput): Promise<Artefact> {
  const [fps, count] = [Number(plan.fps), Number(plan.frames)]
  const order = orderOf(plan)
  const picture = async (id: Plan[string] | undefined) =>
    typeof id === 'string' && id !== '' ? decodePicture(await read(id)) : null
  const [first, last] = [await picture(plan.first), await picture(plan.last)]
  const film = first
    ? filmPictures(first, last, { width: order.width, height: order.height, fps, count }, order.seed)
    : await filmLandscape(order, fps, count)
  return encodeFilm(film, await soundOf(plan, read, count / fps))
}

async function soundOf(plan: Plan, read: ReadInput, seconds: number): Promise<SoundTrack | null> {
  if (typeof plan.audio === 'string') {
    const given = readMp3(Buffer.from(await read(plan.audio)))
    if (given) return given
  }
  if (plan.sound !== true) return null
  const caption = `ambient ${String(plan.prompt)}`
  const tune = { caption, lyrics: '', bpm: null, key: null, meter: 4, seed: Number(plan.seed), style: '' }
  return readMp3(await writeMp3(await playMusic({ ...tune, seconds: seconds + 0.2 })))
}
