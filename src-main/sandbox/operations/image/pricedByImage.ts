import type { FieldErrors } from '../../http/Reply.ts'
import type { SandboxModel } from '../../models/SandboxModel.ts'
import type { Fields, Plan, PlanInput, StoredInput } from '../Operation.ts'
import type { Rule } from '../Rule.ts'

/** Common part of types priced by their input image: a price request has `image`, or `width` and `height` (service.md §Transcription, OCR and image tools). */
export const pricedByImage = {
  rules: [
    { field: 'image', kind: 'images' },
    { field: 'width', kind: 'integer', min: 1, max: 5000, limit: 'width' },
    { field: 'height', kind: 'integer', min: 1, max: 5000, limit: 'height' },
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

function isSizeWithinLimits(image: StoredInput, model: SandboxModel): boolean {
  return (['width', 'height'] as const).every((side) => {
    const [min, max] = [model.limits?.[`min_${side}`] ?? 0, model.limits?.[`max_${side}`] ?? Infinity]
    return image[side] >= Number(min) && image[side] <= Number(max)
  })
}
