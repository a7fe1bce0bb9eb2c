import { aud2video } from './aud2video.ts'
import { img2img } from './img2img.ts'
import { img2mesh } from './img2mesh.ts'
import { img2txt } from './img2txt.ts'
import { img2video } from './img2video.ts'
import { imgRmbg } from './imgRmbg.ts'
import { imgUpscale } from './imgUpscale.ts'
import type { Operation } from './Operation.ts'
import { transcriptions } from './transcriptions.ts'
import { txt2audio } from './txt2audio.ts'
import { txt2embedding } from './txt2embedding.ts'
import { txt2img } from './txt2img.ts'
import { txt2music } from './txt2music.ts'
import { txt2video } from './txt2video.ts'
import { videosReplace } from './videosReplace.ts'
import { vidUpscale } from './vidUpscale.ts'

/** Every inference type the sandbox serves, one row each. */
export const operations: Operation[] = [
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
  ...transcriptions,
  img2txt,
  txt2embedding,
  img2mesh,
]
