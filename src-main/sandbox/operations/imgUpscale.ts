import { decodePicture } from '../pictures/decodePicture.ts'
import { encodePicture } from '../pictures/encodePicture.ts'
import { resizePicture } from '../pictures/resizePicture.ts'
import { shrinkPreview } from '../pictures/shrinkPreview.ts'
import { image, model, webhookUrl } from './fields.ts'
import { inputSize } from './inputSize.ts'
import type { Operation } from './Operation.ts'
import { megapixels } from './pictureOrder.ts'

/** facts.md §1.6: the factor is the model's; priced by the input's pixels, from a file or from its size. */
export const imgUpscale: Operation = {
  type: 'img_upscale',
  path: 'img-upscale',
  encoding: 'form',
  rules: [model, image, webhookUrl],
  pricePath: 'img-upscale/price-calculation',
  priceShown: true,
  priceRules: [model, ...inputSize.rules],
  check: inputSize.check,
  plan: (input) => ({ ...inputSize.plan(input), scale: input.model.scale ?? 2 }),
  units: megapixels,
  formats: () => ({ main: 'png', alternatives: ['jpg', 'webp'] }),
  make: async (plan, format, read) => {
    const input = await decodePicture(await read(String(plan.input)))
    const scale = Number(plan.scale)
    return encodePicture(resizePicture(input, input.width * scale, input.height * scale), format)
  },
  preview: async (plan, _progress, read) =>
    encodePicture(shrinkPreview(await decodePicture(await read(String(plan.input)))), 'jpg'),
}
