import { aud2video } from './video/aud2video.ts'
import { img2img } from './image/img2img.ts'
import { img2mesh } from './img2mesh.ts'
import { img2txt } from './text/img2txt.ts'
import { img2video, txt2video } from './video/videoGeneration.ts'
import { imgRmbg } from './image/imgRmbg.ts'
import { imgUpscale } from './image/imgUpscale.ts'
import type { Operation } from './Operation.ts'
import { transcriptions } from './text/transcriptions.ts'
import { txt2audio } from './audio/txt2audio.ts'
import { txt2embedding } from './text/txt2embedding.ts'
import { txt2img } from './image/txt2img.ts'
import { txt2music } from './audio/txt2music.ts'
import { videosReplace } from './video/videosReplace.ts'
import { vidUpscale } from './video/vidUpscale.ts'

/** All inference types that the sandbox serves. */
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
