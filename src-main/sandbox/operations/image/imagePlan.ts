import type { SandboxModel } from '../../models/SandboxModel.ts'
import { hashText } from '../../random.ts'
import { chooseSeed } from '../fields.ts'
import type { Fields, Plan } from '../Operation.ts'
import type { LandscapeParameters } from '../../media/landscape/composeScene.ts'

/** The part of a plan that a landscape is painted from. A seed of -1 is replaced by a random one. */
export function planImage(fields: Fields, model: SandboxModel, random: () => number): Plan {
  const step = typeof model.limits?.resolution_step === 'number' ? model.limits.resolution_step : 1
  const loras = Array.isArray(fields.loras) ? fields.loras : []
  return {
    prompt: String(fields.prompt),
    style: hashText(JSON.stringify([model.slug, fields.negative_prompt ?? '', loras])),
    width: roundToStep(Number(fields.width), step, Number(model.limits?.min_width ?? 1)),
    height: roundToStep(Number(fields.height), step, Number(model.limits?.min_height ?? 1)),
    steps: Number(fields.steps),
    seed: chooseSeed(fields.seed, random),
    loras: loras.length,
  }
}

export function landscapeParameters(plan: Plan): LandscapeParameters {
  return {
    prompt: String(plan.prompt),
    seed: Number(plan.seed),
    style: Number(plan.style),
    width: Number(plan.width),
    height: Number(plan.height),
    detail: Number(plan.detail ?? 1),
  }
}

/** Megapixels of 1024². */
export function megapixels(plan: Plan): number {
  return (Number(plan.width) * Number(plan.height)) / 2 ** 20
}

/** Rounds a size down to a step, but not below the minimum (service.md §Dimensions). */
function roundToStep(size: number, step: number, min: number): number {
  return Math.max(min, Math.floor(size / step) * step) || size
}
