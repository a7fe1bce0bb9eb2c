import { encodeImage } from '../../media/images/encodeImage.ts'
import type { RgbaImage } from '../../media/images/RgbaImage.ts'
import { paintLandscape } from '../../media/landscape/paintLandscape.ts'
import { paintPreview } from '../../media/landscape/paintPreview.ts'
import { memoizeRecent } from '../../results/memoizeRecent.ts'
import {
  guidance,
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
import { landscapeParameters, megapixels, planImage } from './imagePlan.ts'
import type { Rule } from '../rules.ts'

/** service.md §Images. The live service requires guidance (service.md §Images). */
const rules: Rule[] = [
  prompt,
  model,
  sizeField('width', true),
  sizeField('height', true),
  steps,
  { ...guidance, required: 'live' },
  seed,
  negativePrompt,
  loras,
  webhookUrl,
]

/** Avoids painting the same image again for each format. */
const paintCached = memoizeRecent<RgbaImage>(3)

export const txt2img: Operation = {
  type: 'txt2img',
  path: 'txt2img',
  encoding: 'json',
  rules,
  pricePath: 'txt2img/price-calculation',
  priceRules: rules,
  plan: ({ fields, model, random }) => planImage(fields, model, random),
  units: (plan) => megapixels(plan) * Number(plan.steps) * (1 + 0.05 * Number(plan.loras)),
  formats: () => ({ main: 'png', alternatives: ['jpg', 'webp'] }),
  make: async (plan, format) => {
    const image = await paintCached(JSON.stringify(plan), async () =>
      paintLandscape(landscapeParameters(plan)),
    )
    return encodeImage(image, format)
  },
  preview: async (plan, progress) =>
    encodeImage(await paintPreview(landscapeParameters(plan), progress), 'jpg'),
}
