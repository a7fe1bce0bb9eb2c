import { previewInput } from '../previews.ts'
import { decodeImage, encodeImage } from '../../media/images/imageCodec.ts'
import { resizeImage } from '../../media/images/RgbaImage.ts'
import { image, model, webhookUrl } from '../fields.ts'
import { pricedByImage } from './pricedByImage.ts'
import type { Operation } from '../Operation.ts'
import { megapixels } from './imagePlan.ts'
import { removeBackground } from '../../media/images/removeBackground.ts'

/** The model decides the factor. Priced by the input's pixels, given as a file or as its size (service.md §Transcription, OCR and image tools). */
export const imgUpscale: Operation = {
  type: 'img_upscale',
  path: 'img-upscale',
  encoding: 'form',
  rules: [model, image, webhookUrl],
  pricePath: 'img-upscale/price-calculation',
  hasOwnPriceBody: true,
  priceRules: [model, ...pricedByImage.rules],
  check: pricedByImage.check,
  plan: (input) => ({ ...pricedByImage.plan(input), scale: input.model.scale ?? 2 }),
  units: megapixels,
  formats: () => ({ main: 'png', alternatives: ['jpg', 'webp'] }),
  generate: async (plan, format, readInput) => {
    const input = await decodeImage(await readInput(String(plan.input)))
    const scale = Number(plan.scale)
    return encodeImage(resizeImage(input, input.width * scale, input.height * scale), format)
  },
  preview: async (plan, _progress, readInput) => previewInput(plan.input, readInput),
}

/** Returns an image with transparency, so not as JPEG (service.md §Transcription, OCR and image tools). */
export const imgRmbg: Operation = {
  type: 'img_rmbg',
  path: 'img-rmbg',
  encoding: 'form',
  rules: [model, image, webhookUrl],
  pricePath: 'img-rmbg/price-calculation',
  priceRules: [model, ...pricedByImage.rules],
  check: pricedByImage.check,
  plan: (input) => pricedByImage.plan(input),
  units: megapixels,
  formats: () => ({ main: 'png', alternatives: ['webp'] }),
  generate: async (plan, format, readInput) =>
    encodeImage(removeBackground(await decodeImage(await readInput(String(plan.input)))), format),
  preview: async (plan, _progress, readInput) => previewInput(plan.input, readInput),
}
