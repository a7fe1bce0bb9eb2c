import { decodeImage } from '../../media/images/decodeImage.ts'
import { encodeImage } from '../../media/images/encodeImage.ts'
import { paintPreview } from '../../media/landscape/paintPreview.ts'
import { restyleImage } from '../../media/images/restyleImage.ts'
import {
  guidance,
  image,
  loras,
  model,
  negativePrompt,
  prompt,
  seed,
  sizeField,
  steps,
  webhookUrl,
} from '../fields.ts'
import type { Operation } from '../Operation.ts'
import { landscapeParameters, planImage } from './imagePlan.ts'

const priceRules = [prompt, model, steps, guidance, seed, negativePrompt, loras]

/** Multipart with `image` or `images[]`. The size is the first input's unless given; priced by steps alone (service.md §Images). */
export const img2img: Operation = {
  type: 'img2img',
  path: 'img2img',
  encoding: 'form',
  rules: [image, ...priceRules, sizeField('width', false), sizeField('height', false), webhookUrl],
  pricePath: 'img2img/price-calculation',
  priceRules,
  check: (fields, model) => {
    const hasFixedSize = model.features?.supports_custom_output_size === false
    const prohibited = ['width', 'height'].filter((field) => hasFixedSize && fields[field] !== undefined)
    return Object.fromEntries(prohibited.map((field) => [field, [`The ${field} field is prohibited.`]]))
  },
  plan: ({ fields, inputs, model, random }) => {
    const [first] = inputs
    const size = { width: fields.width ?? first?.width ?? 0, height: fields.height ?? first?.height ?? 0 }
    return { ...planImage({ ...fields, ...size }, model, random), input: first?.id ?? '' }
  },
  units: (plan) => Number(plan.steps),
  formats: () => ({ main: 'png', alternatives: ['jpg', 'webp'] }),
  make: async (plan, format, read) => {
    const input = await decodeImage(await read(String(plan.input)))
    return encodeImage(await restyleImage(input, landscapeParameters(plan)), format)
  },
  preview: async (plan, progress) =>
    encodeImage(await paintPreview(landscapeParameters(plan), progress), 'jpg'),
}
