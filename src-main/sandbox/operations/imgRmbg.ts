import { cutOut } from '../pictures/cutOut.ts'
import { decodePicture } from '../pictures/decodePicture.ts'
import { encodePicture } from '../pictures/encodePicture.ts'
import { shrinkPreview } from '../pictures/shrinkPreview.ts'
import { image, model, webhookUrl } from './fields.ts'
import { inputSize } from './inputSize.ts'
import type { Operation } from './Operation.ts'
import { megapixels } from './pictureOrder.ts'

/** facts.md §1.6: gives a picture with transparency; JPEG, which has none, is not offered. */
export const imgRmbg: Operation = {
  type: 'img_rmbg',
  path: 'img-rmbg',
  encoding: 'form',
  rules: [model, image, webhookUrl],
  pricePath: 'img-rmbg/price-calculation',
  priceRules: [model, ...inputSize.rules],
  check: inputSize.check,
  plan: (input) => inputSize.plan(input),
  units: megapixels,
  formats: () => ({ main: 'png', alternatives: ['webp'] }),
  make: async (plan, format, read) =>
    encodePicture(cutOut(await decodePicture(await read(String(plan.input)))), format),
  preview: async (plan, _progress, read) =>
    encodePicture(shrinkPreview(await decodePicture(await read(String(plan.input)))), 'jpg'),
}
