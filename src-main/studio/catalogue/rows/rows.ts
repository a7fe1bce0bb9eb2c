import type { Operation } from '../Operation.ts'
import { aud2txt } from './aud2txt.ts'
import { aud2video } from './aud2video.ts'
import { audiofile2txt } from './audiofile2txt.ts'
import { img2img } from './img2img.ts'
import { img2txt } from './img2txt.ts'
import { img2video } from './img2video.ts'
import { imgRmbg } from './imgRmbg.ts'
import { imgUpscale } from './imgUpscale.ts'
import { sharedRows } from './sharedRows.ts'
import { transcribe } from './transcribe.ts'
import { txt2audio } from './txt2audio.ts'
import { txt2embedding } from './txt2embedding.ts'
import { txt2img } from './txt2img.ts'
import { txt2music } from './txt2music.ts'
import { txt2video } from './txt2video.ts'
import { vid2txt } from './vid2txt.ts'
import { vidUpscale } from './vidUpscale.ts'
import { videofile2txt } from './videofile2txt.ts'
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

/** Every operation the studio knows, in the order tasks are listed. Adding one is adding its row. */
export const rows: readonly Operation[] = tasks.map((task) => ({
  ...task,
  fields: [...task.fields, sharedRows.more],
}))
