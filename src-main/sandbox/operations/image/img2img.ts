import { decodeImage } from '../../media/images/decodeImage.ts'
import { encodeImage } from '../../media/images/encodeImage.ts'
import { paintPreview } from '../../media/landscape/paintPreview.ts'
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
import type { RgbaImage } from '../../media/images/RgbaImage.ts'
import { paintLandscape } from '../../media/landscape/paintLandscape.ts'
import { resizeImage } from '../../media/images/resizeImage.ts'
import type { LandscapeParameters } from '../../media/landscape/composeScene.ts'

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

/** Blends an input with the colours of the landscape for a prompt, keeping the input's shapes. */
async function restyleImage(input: RgbaImage, parameters: LandscapeParameters): Promise<RgbaImage> {
  const base = resizeImage(input, parameters.width, parameters.height)
  const landscape = await paintLandscape(parameters)
  const pixels = new Uint8ClampedArray(base.pixels.length)
  for (let offset = 0; offset < pixels.length; offset += 4) {
    const shape = brightness(base.pixels, offset) / Math.max(24, brightness(landscape.pixels, offset))
    const gain = 0.45 + 0.55 * Math.min(2, shape)
    for (let part = 0; part < 3; part += 1) {
      const toned = landscape.pixels[offset + part]! * gain
      pixels[offset + part] = toned * 0.58 + base.pixels[offset + part]! * 0.42
    }
    pixels[offset + 3] = 255
  }
  return { width: parameters.width, height: parameters.height, pixels }
}

function brightness(pixels: Uint8ClampedArray, offset: number): number {
  return pixels[offset]! * 0.3 + pixels[offset + 1]! * 0.59 + pixels[offset + 2]! * 0.11
}
