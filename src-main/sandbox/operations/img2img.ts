import { decodePicture } from '../pictures/decodePicture.ts'
import { encodePicture } from '../pictures/encodePicture.ts'
import { paintPreview } from '../pictures/paintPreview.ts'
import { restyle } from '../pictures/restyle.ts'
import {
  guidance,
  image,
  loras,
  model,
  negativePrompt,
  prompt,
  seed,
  side,
  steps,
  webhookUrl,
} from './fields.ts'
import type { Operation } from './Operation.ts'
import { orderOf, planPicture } from './pictureOrder.ts'

const about = [prompt, model, steps, guidance, seed, negativePrompt, loras]

/** facts.md §1.2: multipart, `image` or `images[]`; the size is the first input's unless given; priced by steps alone. */
export const img2img: Operation = {
  type: 'img2img',
  path: 'img2img',
  encoding: 'form',
  rules: [image, ...about, side('width', false), side('height', false), webhookUrl],
  pricePath: 'img2img/price-calculation',
  priceRules: about,
  check: (fields, model) => {
    const fixed = model.features?.supports_custom_output_size === false
    const asked = ['width', 'height'].filter((field) => fixed && fields[field] !== undefined)
    return Object.fromEntries(asked.map((field) => [field, [`The ${field} field is prohibited.`]]))
  },
  plan: ({ fields, inputs, model, dice }) => {
    const [first] = inputs
    const size = { width: fields.width ?? first?.width ?? 0, height: fields.height ?? first?.height ?? 0 }
    return { ...planPicture({ ...fields, ...size }, model, dice), input: first?.id ?? '' }
  },
  units: (plan) => Number(plan.steps),
  formats: () => ({ main: 'png', alternatives: ['jpg', 'webp'] }),
  make: async (plan, format, read) => {
    const input = await decodePicture(await read(String(plan.input)))
    return encodePicture(await restyle(input, orderOf(plan)), format)
  },
  preview: async (plan, progress) => encodePicture(await paintPreview(orderOf(plan), progress), 'jpg'),
}
