import { hashText } from '../random.ts'
import { encodePicture } from '../pictures/encodePicture.ts'
import { paintLandscape } from '../pictures/paintLandscape.ts'
import { paintPreview } from '../pictures/paintPreview.ts'
import type { LandscapeOrder, Picture } from '../pictures/LandscapeOrder.ts'
import { rememberLast } from '../results/rememberLast.ts'
import type { Operation, Plan } from './Operation.ts'
import type { Rule } from './rules.ts'

/** spec.md §txt2img; live requires guidance and seed (facts.md §1.2). */
const rules: Rule[] = [
  { field: 'prompt', kind: 'text', required: true, min: 1 },
  { field: 'model', kind: 'text', required: true },
  {
    field: 'width',
    kind: 'integer',
    required: true,
    min: 256,
    max: 2048,
    limit: 'width',
    multipleOf: 'resolution_step',
  },
  {
    field: 'height',
    kind: 'integer',
    required: true,
    min: 256,
    max: 2048,
    limit: 'height',
    multipleOf: 'resolution_step',
  },
  { field: 'steps', kind: 'integer', required: true, min: 1, max: 50, limit: 'steps' },
  {
    field: 'guidance',
    kind: 'number',
    required: 'live',
    min: 0,
    max: 20,
    limit: 'guidance',
    needs: 'supports_guidance',
  },
  { field: 'seed', kind: 'integer', required: 'live', min: -1 },
  { field: 'negative_prompt', kind: 'text', needs: 'supports_negative_prompt' },
  { field: 'loras', kind: 'loras' },
  { field: 'webhook_url', kind: 'https', max: 2048 },
]

/** A picture is wanted in several formats at once. */
const paintOnce = rememberLast<Picture>(3)

/** Seeds the service rolls itself. */
const SEED_SPAN = 2 ** 32

export const txt2img: Operation = {
  type: 'txt2img',
  path: 'txt2img',
  encoding: 'json',
  rules,
  pricePath: 'txt2img/price-calculation',
  priceRules: rules,
  plan: ({ fields, model, dice }) => {
    const step = typeof model.limits?.resolution_step === 'number' ? model.limits.resolution_step : 1
    const seed = Number(fields.seed ?? -1)
    const loras = Array.isArray(fields.loras) ? fields.loras : []
    return {
      prompt: String(fields.prompt),
      style: hashText(JSON.stringify([model.slug, fields.negative_prompt ?? '', loras])),
      width: aligned(Number(fields.width), step, Number(model.limits?.min_width ?? 1)),
      height: aligned(Number(fields.height), step, Number(model.limits?.min_height ?? 1)),
      steps: Number(fields.steps),
      seed: seed === -1 ? Math.floor(dice() * SEED_SPAN) : seed,
      loras: loras.length,
    }
  },
  units: (plan) =>
    ((Number(plan.width) * Number(plan.height)) / 2 ** 20) *
    Number(plan.steps) *
    (1 + 0.05 * Number(plan.loras)),
  formats: { main: 'png', alternatives: ['jpg', 'webp'] },
  make: async (plan, format) => {
    const picture = await paintOnce(JSON.stringify(plan), async () => paintLandscape(orderOf(plan)))
    return encodePicture(picture, format)
  },
  preview: async (plan, progress) => {
    return encodePicture(await paintPreview(orderOf(plan), progress), 'jpg')
  },
}

function orderOf(plan: Plan): LandscapeOrder {
  return {
    prompt: String(plan.prompt),
    seed: Number(plan.seed),
    style: Number(plan.style),
    width: Number(plan.width),
    height: Number(plan.height),
  }
}

/** Sizes off the grid are rounded down, never below the least (facts.md §7.2). */
function aligned(size: number, step: number, least: number): number {
  return Math.max(least, Math.floor(size / step) * step) || size
}
