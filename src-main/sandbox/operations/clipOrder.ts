import type { SandboxModel } from '../models/SandboxModel.ts'
import { hashText } from '../random.ts'
import { guidance, model, negativePrompt, prompt, rollSeed, seed, side, steps, webhookUrl } from './fields.ts'
import type { Fields, Plan, PlanInput } from './Operation.ts'
import type { Rule } from './rules.ts'
import { textField } from './textField.ts'

const frames: Rule = {
  field: 'frames',
  kind: 'integer',
  required: true,
  min: 1,
  max: 120,
  limit: 'frames',
}
const fps: Rule = { field: 'fps', kind: 'integer', required: 'live', min: 1, max: 60, limit: 'fps' }
const size = [side('width', true, 1280), side('height', true, 1280)]

/** Frames a second where neither request nor model says. */
const USUAL_FPS = 24

/** Fields that the makers of clips share (spec.md §txt2video, facts.md §1.3); a price needs no words and no files. */
export const clipRules = {
  about: [prompt, model, ...size, steps, { ...guidance, required: true, neutral: 1 }, frames, fps],
  rest: [{ ...seed, required: true }, negativePrompt, webhookUrl],
  price: [model, ...size, steps, frames, fps],
  /** Of clips to a sound: steps and guidance may be left to the model. */
  optional: (rules: Rule[]): Rule[] =>
    rules.map((rule) => (['steps', 'guidance'].includes(rule.field) ? { ...rule, required: false } : rule)),
} satisfies Record<string, Rule[] | ((rules: Rule[]) => Rule[])>

/** What a clip is made from. */
export function planClip({ fields, model, dice }: PlanInput): Plan {
  return {
    prompt: textField(fields, 'prompt'),
    style: hashText(JSON.stringify([model.slug, fields.negative_prompt ?? ''])),
    width: Number(fields.width),
    height: Number(fields.height),
    steps: Number(fields.steps ?? model.defaults?.steps ?? 1),
    frames: Number(fields.frames),
    fps: fpsOf(fields, model),
    seed: rollSeed(fields.seed, dice),
    sound: model.types.includes('aud2video'),
  }
}

function fpsOf(fields: Fields, model: SandboxModel): number {
  return Number(fields.fps ?? model.defaults?.fps ?? USUAL_FPS)
}

/** Megapixels times seconds times steps. */
export function clipUnits(plan: Plan): number {
  const megapixels = (Number(plan.width) * Number(plan.height)) / 2 ** 20
  return (megapixels * Number(plan.frames) * Number(plan.steps)) / Number(plan.fps)
}
