import { img2img } from './img2img.ts'
import { imgRmbg } from './imgRmbg.ts'
import { imgUpscale } from './imgUpscale.ts'
import type { Operation } from './Operation.ts'
import { txt2img } from './txt2img.ts'

/** Every inference type the sandbox serves, one row each. */
export const operations: Operation[] = [txt2img, img2img, imgUpscale, imgRmbg]
