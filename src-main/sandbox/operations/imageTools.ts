import { previewInput, megapixels } from './imagePlan.ts'
import { decodeImage, encodeImage } from '../media/images/imageCodec.ts'
import { resizeImage, removeBackground } from '../media/RgbaImage.ts'
import { image, model, webhookUrl } from './fields.ts'
import type { Operation, Fields, Plan, PlanInput, StoredInput, Rule } from './Operation.ts'
import type { FieldErrors } from '../http/Reply.ts'
import type { SandboxModel } from '../models/SandboxModel.ts'

/**
 * What the types priced by their input image share: a price request has `image`, or `width` and `height` (service.md §Transcription, OCR
 * and image tools).
 */
export const pricedByImage = {
  rules: [
    { field: 'image', kind: 'images' },
    { field: 'width', kind: 'integer', min: 1, max: 5000, limitName: 'width' },
    { field: 'height', kind: 'integer', min: 1, max: 5000, limitName: 'height' },
  ] satisfies Rule[],

  check: (fields: Fields, model: SandboxModel, inputs: StoredInput[]): FieldErrors => {
    const [image] = inputs
    if (image)
      return isSizeWithinLimits(image, model)
        ? {}
        : { image: ['The image field has invalid image dimensions.'] }
    const missing = ['width', 'height'].filter((field) => fields[field] === undefined)
    return Object.fromEntries(
      missing.map((field) => [field, [`The ${field} field is required when image is not present.`]]),
    )
  },

  plan: ({ fields, inputs }: PlanInput): Plan => {
    const [image] = inputs
    return {
      input: image?.id ?? '',
      width: image?.width ?? Number(fields.width),
      height: image?.height ?? Number(fields.height),
    }
  },
}

/** What upscaling and background removal share. Both are priced by the pixels of their input. */
const commonParts = {
  encoding: 'form',
  rules: [model, image, webhookUrl],
  priceRules: [model, ...pricedByImage.rules],
  check: pricedByImage.check,
  countUnits: megapixels,
  preview: async (plan, _progress, readInput) => previewInput(plan.input, readInput),
} satisfies Partial<Operation>

/** The model determines the factor (service.md §Transcription, OCR and image tools). */
export const imgUpscale: Operation = {
  ...commonParts,
  type: 'img_upscale',
  path: 'img-upscale',
  pricePath: 'img-upscale/price-calculation',
  hasOwnPriceBody: true,
  plan: (input) => ({ ...pricedByImage.plan(input), scale: input.model.scale ?? 2 }),
  formats: () => ({ main: 'png', alternatives: ['jpg', 'webp'] }),
  generate: async (plan, format, readInput) => {
    const input = await decodeImage(await readInput(String(plan.input)))
    const scale = Number(plan.scale)
    return encodeImage(resizeImage(input, input.width * scale, input.height * scale), format)
  },
}

/** The result is transparent, so it has no JPEG version (service.md §Transcription, OCR and image tools). */
export const imgRmbg: Operation = {
  ...commonParts,
  type: 'img_rmbg',
  path: 'img-rmbg',
  pricePath: 'img-rmbg/price-calculation',
  plan: (input) => pricedByImage.plan(input),
  formats: () => ({ main: 'png', alternatives: ['webp'] }),
  generate: async (plan, format, readInput) =>
    encodeImage(removeBackground(await decodeImage(await readInput(String(plan.input)))), format),
}

function isSizeWithinLimits(image: StoredInput, model: SandboxModel): boolean {
  return (['width', 'height'] as const).every((side) => {
    const [min, max] = [model.limits?.[`min_${side}`] ?? 0, model.limits?.[`max_${side}`] ?? Infinity]
    return image[side] >= Number(min) && image[side] <= Number(max)
  })
}
