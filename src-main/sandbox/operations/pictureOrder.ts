import type { SandboxModel } from '../models/SandboxModel.ts'
import type { LandscapeOrder } from '../pictures/LandscapeOrder.ts'
import { hashText } from '../random.ts'
import { rollSeed } from './fields.ts'
import type { Fields, Plan } from './Operation.ts'

/** The part of a plan that a landscape is painted from; a seed of -1 is rolled now. */
export function planPicture(fields: Fields, model: SandboxModel, dice: () => number): Plan {
  const step = typeof model.limits?.resolution_step === 'number' ? model.limits.resolution_step : 1
  const loras = Array.isArray(fields.loras) ? fields.loras : []
  return {
    prompt: String(fields.prompt),
    style: hashText(JSON.stringify([model.slug, fields.negative_prompt ?? '', loras])),
    width: aligned(Number(fields.width), step, Number(model.limits?.min_width ?? 1)),
    height: aligned(Number(fields.height), step, Number(model.limits?.min_height ?? 1)),
    steps: Number(fields.steps),
    seed: rollSeed(fields.seed, dice),
    loras: loras.length,
  }
}

export function orderOf(plan: Plan): LandscapeOrder {
  return {
    prompt: String(plan.prompt),
    seed: Number(plan.seed),
    style: Number(plan.style),
    width: Number(plan.width),
    height: Number(plan.height),
  }
}

/** Megapixels of 1024². */
export function megapixels(plan: Plan): number {
  return (Number(plan.width) * Number(plan.height)) / 2 ** 20
}

/** Sizes off the grid are rounded down, never below the least (facts.md §7.2). */
function aligned(size: number, step: number, least: number): number {
  return Math.max(least, Math.floor(size / step) * step) || size
}
