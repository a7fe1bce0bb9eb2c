import { encodePicture } from '../pictures/encodePicture.ts'
import type { Picture } from '../pictures/LandscapeOrder.ts'
import { paintLandscape } from '../pictures/paintLandscape.ts'
import { paintPreview } from '../pictures/paintPreview.ts'
import { rememberLast } from '../results/rememberLast.ts'
import { guidance, loras, model, negativePrompt, prompt, seed, side, steps, webhookUrl } from './fields.ts'
import type { Operation } from './Operation.ts'
import { megapixels, orderOf, planPicture } from './pictureOrder.ts'
import type { Rule } from './rules.ts'

/** spec.md §txt2img; live requires guidance (facts.md §1.2). */
const rules: Rule[] = [
  prompt,
  model,
  side('width', true),
  side('height', true),
  steps,
  { ...guidance, required: 'live' },
  seed,
  negativePrompt,
  loras,
  webhookUrl,
]

/** A picture is wanted in several formats at once. */
const paintOnce = rememberLast<Picture>(3)

export const txt2img: Operation = {
  type: 'txt2img',
  path: 'txt2img',
  encoding: 'json',
  rules,
  pricePath: 'txt2img/price-calculation',
  priceRules: rules,
  plan: ({ fields, model, dice }) => planPicture(fields, model, dice),
  units: (plan) => megapixels(plan) * Number(plan.steps) * (1 + 0.05 * Number(plan.loras)),
  formats: () => ({ main: 'png', alternatives: ['jpg', 'webp'] }),
  make: async (plan, format) => {
    const picture = await paintOnce(JSON.stringify(plan), async () => paintLandscape(orderOf(plan)))
    return encodePicture(picture, format)
  },
  preview: async (plan, progress) => encodePicture(await paintPreview(orderOf(plan), progress), 'jpg'),
}
