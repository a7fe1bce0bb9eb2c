import { decodeImage } from '../../media/images/decodeImage.ts'
import { encodeImage } from '../../media/images/encodeImage.ts'
import { resizeImage, shrinkToPreview } from '../../media/images/resizeImage.ts'
import { image, model, webhookUrl } from '../fields.ts'
import { pricedByImage } from './pricedByImage.ts'
import type { Operation } from '../Operation.ts'
import { megapixels } from './imagePlan.ts'

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
  make: async (plan, format, read) => {
    const input = await decodeImage(await read(String(plan.input)))
    const scale = Number(plan.scale)
    return encodeImage(resizeImage(input, input.width * scale, input.height * scale), format)
  },
  preview: async (plan, _progress, read) =>
    encodeImage(shrinkToPreview(await decodeImage(await read(String(plan.input)))), 'jpg'),
}
