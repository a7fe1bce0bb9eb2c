import type { Operation } from '../Operation.ts'
import {
  aud2txt,
  audiofile2txt,
  transcribe,
  transcription,
  vid2txt,
  videofile2txt,
  img2txt,
  txt2embedding,
} from './textOperations.ts'
import { aud2video, img2video, txt2video, vidUpscale, videosReplace } from './videoOperations.ts'
import { img2img, imgRmbg, imgUpscale, txt2img } from './imageOperations.ts'
import { sharedRows } from './sharedRows.ts'
import { txt2audio, txt2music } from './audioOperations.ts'

const tasks: readonly Operation[] = [
  txt2img,
  img2img,
  imgUpscale,
  imgRmbg,
  txt2video,
  img2video,
  aud2video,
  videosReplace,
  vidUpscale,
  txt2audio,
  txt2music,
  transcription,
  transcribe,
  vid2txt,
  aud2txt,
  videofile2txt,
  audiofile2txt,
  img2txt,
  txt2embedding,
]

/** Every built-in operation, in the order in which tasks are listed. */
export const builtInOperations: readonly Operation[] = tasks.map((task) => {
  const composite = tasks.find(({ routes = [] }) => routes.some(({ operation }) => operation === task.id))
  return {
    ...task,
    fields: [...task.fields, sharedRows.moreParameters],
    ...(composite && { partOf: composite.id }),
  }
})
