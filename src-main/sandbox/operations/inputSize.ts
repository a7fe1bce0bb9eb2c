import type { SandboxModel } from '../models/SandboxModel.ts'
import type { Fields, Plan, PlanInput, StoredInput } from './Operation.ts'
import type { Rule } from './rules.ts'

/** What types priced by their input picture share: a price from `image` or from `width` and `height` (facts.md §1.6). */
export const inputSize = {
  rules: [
    { field: 'image', kind: 'pictures' },
    { field: 'width', kind: 'integer', min: 1, max: 5000, limit: 'width' },
    { field: 'height', kind: 'integer', min: 1, max: 5000, limit: 'height' },
  ] satisfies Rule[],

  check: (fields: Fields, model: SandboxModel, inputs: StoredInput[]): Record<string, string[]> => {
    const [picture] = inputs
    if (picture)
      return fits(picture, model) ? {} : { image: ['The image field has invalid image dimensions.'] }
    const missing = ['width', 'height'].filter((field) => fields[field] === undefined)
    return Object.fromEntries(
      missing.map((field) => [field, [`The ${field} field is required when image is not present.`]]),
    )
  },

  plan: ({ fields, inputs }: PlanInput): Plan => {
    const [picture] = inputs
    return {
      input: picture?.id ?? '',
      width: picture?.width ?? Number(fields.width),
      height: picture?.height ?? Number(fields.height),
    }
  },
}

function fits(picture: StoredInput, model: SandboxModel): boolean {
  return (['width', 'height'] as const).every((side) => {
    const [low, high] = [model.limits?.[`min_${side}`] ?? 0, model.limits?.[`max_${side}`] ?? Infinity]
    return picture[side] >= Number(low) && picture[side] <= Number(high)
  })
}
