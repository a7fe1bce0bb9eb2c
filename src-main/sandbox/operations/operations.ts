import { aud2video, img2video, txt2video } from './videoGeneration.ts'
import { img2img, txt2img } from './imageGeneration.ts'
import { img2txt } from './img2txt.ts'
import { imgRmbg, imgUpscale } from './imageTools.ts'
import type { Operation, Rule } from './Operation.ts'
import { transcriptions } from './transcriptions.ts'
import { txt2audio, txt2music } from './audioGeneration.ts'
import { txt2embedding } from './txt2embedding.ts'
import { videosReplace, vidUpscale } from './videoEditing.ts'
import { image, findInputId, model, webhookUrl } from './fields.ts'

const faces: Rule = { field: 'faces', kind: 'integer', required: true, min: 1, limitName: 'faces' }

/** An inference type that neither the specification nor the live service has, like one added later. Its result is a mesh as text. */
const img2mesh: Operation = {
  type: 'img2mesh',
  path: 'img2mesh',
  encoding: 'form',
  rules: [image, model, faces, webhookUrl],
  pricePath: 'img2mesh/price-calculation',
  priceRules: [model, faces],
  plan: ({ fields, inputs }) => ({ input: findInputId(inputs, 'image'), faces: Number(fields.faces) }),
  countUnits: (plan) => Number(plan.faces),
  formats: () => ({ main: 'txt', alternatives: [] }),
  generate: async (plan) => ({
    bytes: Buffer.from(`# mesh of ${String(plan.faces)} faces\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n`),
    mime: 'text/plain; charset=utf-8',
  }),
}

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
