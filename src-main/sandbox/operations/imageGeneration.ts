import { previewLandscape, landscapeParameters, megapixels, planImage } from './imagePlan.ts'
import { encodeImage, decodeImage } from '../media/images/imageCodec.ts'
import { type RgbaImage, resizeImage } from '../media/RgbaImage.ts'
import { paintLandscape } from '../media/landscape/paintLandscape.ts'
import { memoizeRecent } from '../media/memoizeRecent.ts'
import {
  guidance,
  loras,
  model,
  negativePrompt,
  prompt,
  seed,
  sizeRule,
  steps,
  webhookUrl,
  image,
} from './fields.ts'
import type { Operation, Rule } from './Operation.ts'
import type { LandscapeParameters } from '../media/landscape/composeScene.ts'

const img2imgPriceRules = [prompt, model, steps, guidance, seed, negativePrompt, loras]

/** Multipart with `image` or `images[]`. The default size is that of the first input. Priced by steps alone (service.md §Images). */
export const img2img: Operation = {
  type: 'img2img',
  path: 'img2img',
  encoding: 'form',
  rules: [image, ...img2imgPriceRules, sizeRule('width', false), sizeRule('height', false), webhookUrl],
  pricePath: 'img2img/price-calculation',
  priceRules: img2imgPriceRules,
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
  countUnits: (plan) => Number(plan.steps),
  formats: () => ({ main: 'png', alternatives: ['jpg', 'webp'] }),
  generate: async (plan, format, readInput) => {
    const input = await decodeImage(await readInput(String(plan.input)))
    return encodeImage(await restyleImage(input, landscapeParameters(plan)), format)
  },
  preview: previewLandscape,
}

/** Blends an input with the colours of the landscape for a prompt, keeping the input's shapes. */
async function restyleImage(input: RgbaImage, parameters: LandscapeParameters): Promise<RgbaImage> {
  const base = resizeImage(input, parameters.width, parameters.height)
  const landscape = await paintLandscape(parameters)
  const pixels = new Uint8ClampedArray(base.pixels.length)
  for (let offset = 0; offset < pixels.length; offset += 4) {
    const shape = brightness(base.pixels, offset) / Math.max(24, brightness(landscape.pixels, offset))
    const gain = 0.45 + 0.55 * Math.min(2, shape)
    for (let channel = 0; channel < 3; channel += 1) {
      const toned = landscape.pixels[offset + channel]! * gain
      pixels[offset + channel] = toned * 0.58 + base.pixels[offset + channel]! * 0.42
    }
    pixels[offset + 3] = 255
  }
  return { width: parameters.width, height: parameters.height, pixels }
}

function brightness(pixels: Uint8ClampedArray, offset: number): number {
  return pixels[offset]! * 0.3 + pixels[offset + 1]! * 0.59 + pixels[offset + 2]! * 0.11
}

/** Only the live service requires guidance (service.md §Images). */
const txt2imgRules: Rule[] = [
  prompt,
  model,
  sizeRule('width', true),
  sizeRule('height', true),
  steps,
  { ...guidance, required: 'live' },
  seed,
  negativePrompt,
  loras,
  webhookUrl,
]

/** Avoids painting the same image again for each format. */
const paintCached = memoizeRecent<RgbaImage>(3)

/** JSON. Priced by megapixels and steps (service.md §Pricing basis); the sandbox also charges for LoRAs. */
export const txt2img: Operation = {
  type: 'txt2img',
  path: 'txt2img',
  encoding: 'json',
  rules: txt2imgRules,
  pricePath: 'txt2img/price-calculation',
  priceRules: txt2imgRules,
  plan: ({ fields, model, random }) => planImage(fields, model, random),
  countUnits: (plan) => megapixels(plan) * Number(plan.steps) * (1 + 0.05 * Number(plan.loras)),
  formats: () => ({ main: 'png', alternatives: ['jpg', 'webp'] }),
  generate: async (plan, format) => {
    const image = await paintCached(JSON.stringify(plan), async () =>
      paintLandscape(landscapeParameters(plan)),
    )
    return encodeImage(image, format)
  },
  preview: previewLandscape,
}
