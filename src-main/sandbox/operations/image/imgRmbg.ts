import { removeBackground } from '../../media/images/removeBackground.ts'
import { decodeImage } from '../../media/images/decodeImage.ts'
import { encodeImage } from '../../media/images/encodeImage.ts'
import { shrinkToPreview } from '../../media/images/resizeImage.ts'
import { image, model, webhookUrl } from '../fields.ts'
import { pricedByImage } from './pricedByImage.ts'
import type { Operation } from '../Operation.ts'
import { megapixels } from './imagePlan.ts'

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
  make: async (plan, format, read) =>
    encodeImage(removeBackground(await decodeImage(await read(String(plan.input)))), format),
  preview: async (plan, _progress, read) =>
    encodeImage(shrinkToPreview(await decodeImage(await read(String(plan.input)))), 'jpg'),
}
