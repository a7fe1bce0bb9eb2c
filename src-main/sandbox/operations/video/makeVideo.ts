import type { AudioTrack } from '../../media/videos/tracks.ts'
import { encodeVideo } from '../../media/videos/encodeVideo.ts'
import { animateLandscape } from '../../media/videos/animateLandscape.ts'
import { animateImages } from '../../media/videos/animateImages.ts'
import { decodeImage } from '../../media/images/decodeImage.ts'
import { generateMusic } from '../../media/audio/generateMusic.ts'
import { readMp3 } from '../../media/audio/readMp3.ts'
import { writeMp3 } from '../../media/audio/writeMp3.ts'
import type { Plan, ReadInput, ResultFile } from '../Operation.ts'
import { landscapeParameters } from '../image/imagePlan.ts'

/** Generates a video from its first and last frame, or a landscape without them. Its audio is the given one, or generated if the model has audio. */
export async function makeVideo(plan: Plan, read: ReadInput): Promise<ResultFile> {
  const [fps, count] = [Number(plan.fps), Number(plan.frames)]
  const parameters = landscapeParameters(plan)
  const decode = async (id: Plan[string] | undefined) =>
    typeof id === 'string' && id !== '' ? decodeImage(await read(id)) : null
  const [first, last] = [await decode(plan.first), await decode(plan.last)]
  const frames = first
    ? animateImages(
        first,
        last,
        { width: parameters.width, height: parameters.height, fps, count },
        parameters.seed,
      )
    : await animateLandscape(parameters, fps, count)
  return encodeVideo(frames, await audioOf(plan, read, count / fps))
}

async function audioOf(plan: Plan, read: ReadInput, seconds: number): Promise<AudioTrack | null> {
  if (typeof plan.audio === 'string') {
    const audio = readMp3(Buffer.from(await read(plan.audio)))
    if (audio) return audio
  }
  if (plan.sound !== true) return null
  const caption = `ambient ${String(plan.prompt)}`
  const parameters = {
    caption,
    lyrics: '',
    bpm: null,
    key: null,
    meter: 4,
    seed: Number(plan.seed),
    style: '',
  }
  return readMp3(await writeMp3(await generateMusic({ ...parameters, seconds: seconds + 0.2 })))
}
