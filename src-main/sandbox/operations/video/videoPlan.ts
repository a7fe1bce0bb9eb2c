import type { SandboxModel } from '../../models/SandboxModel.ts'
import { hashText } from '../../random.ts'
import {
  chooseSeed,
  guidance,
  model,
  negativePrompt,
  prompt,
  seed,
  sizeField,
  steps,
  textField,
  webhookUrl,
} from '../fields.ts'
import type { Fields, Operation, Plan, PlanInput } from '../Operation.ts'
import type { Rule } from '../rules.ts'

const frames: Rule = {
  field: 'frames',
  kind: 'integer',
  required: true,
  min: 1,
  max: 120,
  limit: 'frames',
}
const fps: Rule = { field: 'fps', kind: 'integer', required: 'live', min: 1, max: 60, limit: 'fps' }
const sizeRules = [sizeField('width', true, 1280), sizeField('height', true, 1280)]

/** Used when neither the request nor the model has a frame rate. */
const DEFAULT_FPS = 24

/** Rules that all video types share (service.md §Video). A live price request has no prompt and no files. */
export const videoRules = {
  main: [prompt, model, ...sizeRules, steps, { ...guidance, required: true, neutral: 1 }, frames, fps],
  rest: [{ ...seed, required: true }, negativePrompt, webhookUrl],
  price: [model, ...sizeRules, steps, frames, fps],
  /** Makes steps and guidance optional, as aud2video has them. */
  optional: (rules: Rule[]): Rule[] =>
    rules.map((rule) => (['steps', 'guidance'].includes(rule.field) ? { ...rule, required: false } : rule)),
} satisfies Record<string, Rule[] | ((rules: Rule[]) => Rule[])>

/** The part of a plan that all video types share. */
export function planVideo({ fields, model, random }: PlanInput): Plan {
  return {
    prompt: textField(fields, 'prompt'),
    style: hashText(JSON.stringify([model.slug, fields.negative_prompt ?? ''])),
    width: Number(fields.width),
    height: Number(fields.height),
    steps: Number(fields.steps ?? model.defaults?.steps ?? 1),
    frames: Number(fields.frames),
    fps: fpsOf(fields, model),
    seed: chooseSeed(fields.seed, random),
    sound: model.types.includes('aud2video'),
  }
}

function fpsOf(fields: Fields, model: SandboxModel): number {
  return Number(fields.fps ?? model.defaults?.fps ?? DEFAULT_FPS)
}

/** Megapixels times seconds times steps. */
function videoUnits(plan: Plan): number {
  const megapixels = (Number(plan.width) * Number(plan.height)) / 2 ** 20
  return (megapixels * Number(plan.frames) * Number(plan.steps)) / Number(plan.fps)
}

/** Price, duration and format of every type that generates a video. */
export const generatedVideo = {
  units: videoUnits,
  isSlow: true,
  formats: () => ({ main: 'mp4', alternatives: [] }),
} satisfies Partial<Operation>
