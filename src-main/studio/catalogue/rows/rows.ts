import type { Operation } from '../Operation.ts'
import { aud2txt, audiofile2txt, transcribe, vid2txt, videofile2txt } from './transcription.ts'
import { aud2video, img2video, txt2video } from './videoGeneration.ts'
import { img2img } from './img2img.ts'
import { img2txt } from './img2txt.ts'
import { imgRmbg, imgUpscale } from './imageTools.ts'
import { sharedRows } from './sharedRows.ts'
import { txt2audio } from './txt2audio.ts'
import { txt2embedding } from './txt2embedding.ts'
import { txt2img } from './txt2img.ts'
import { txt2music } from './txt2music.ts'
import { vidUpscale } from './vidUpscale.ts'
import { videosReplace } from './videosReplace.ts'

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
  transcribe,
  vid2txt,
  aud2txt,
  videofile2txt,
  audiofile2txt,
  img2txt,
  txt2embedding,
]

/** Every built-in operation, in the order in which tasks are listed. */
export const rows: readonly Operation[] = tasks.map((task) => ({
  ...task,
  fields: [...task.fields, sharedRows.moreParameters],
}))
