import { encodeFilm } from '../clips/encodeFilm.ts'
import { filmClip } from '../clips/filmClip.ts'
import type { SandboxModel } from '../models/SandboxModel.ts'
import type { Flavour } from '../options.ts'
import { resizePicture } from '../pictures/resizePicture.ts'
import { model, webhookUrl } from './fields.ts'
import { inputLength } from './inputLength.ts'
import type { Fields, Operation } from './Operation.ts'
import type { Rule } from './rules.ts'

const scale: Rule = { field: 'scale', kind: 'integer', min: 1, max: 16, limit: 'scale' }

/** facts.md §1.3: the factor is the model's, or given within its limits; live quotes 0 when no length is given. */
export const vidUpscale: Operation = {
  type: 'vid_upscale',
  path: 'vid-upscale',
  encoding: 'form',
  rules: [{ ...inputLength.video, required: true }, model, scale, webhookUrl],
  pricePath: 'vid-upscale/price-calculation',
  priceRules: [model, inputLength.video, ...inputLength.rules, scale],
  check: (fields, model, inputs, flavour, purpose) => ({
    ...checkScale(fields, model),
    ...inputLength.check(fields, model, inputs),
    ...(purpose === 'price' && inputs.length === 0 ? checkMeasures(fields, flavour) : {}),
  }),
  plan: (input) => ({
    ...inputLength.plan(input),
    scale: Number(input.fields.scale ?? input.model.scale ?? 2),
  }),
  units: (plan) => (inputLength.units(plan) * Number(plan.scale) ** 2) / 4,
  unpriced: (plan) => Number(plan.seconds) === 0,
  heavy: true,
  formats: () => ({ main: 'mp4', alternatives: [] }),
  make: async (plan, _format, read) => {
    const size = { width: Number(plan.width), height: Number(plan.height), seconds: Number(plan.seconds) }
    const { film, sound } = await filmClip(await read(String(plan.input)), size)
    const [width, height] = [film.width * Number(plan.scale), film.height * Number(plan.scale)]
    const frame = async (index: number) => resizePicture(await film.frame(index), width, height)
    return encodeFilm({ ...film, width, height, frame }, sound)
  },
}

type Errors = Record<string, string[]>

function checkScale(fields: Fields, model: SandboxModel): Errors {
  const free = model.limits?.max_scale !== undefined
  if (free && fields.scale === undefined) return { scale: ['The scale field is required for this model.'] }
  return free || fields.scale === undefined
    ? {}
    : { scale: ['The scale field is prohibited for this model.'] }
}

function checkMeasures(fields: Fields, flavour: Flavour): Errors {
  const wanted = flavour === 'live' ? ['width', 'height'] : ['width', 'height', 'duration']
  const missing = wanted.filter((field) => fields[field] === undefined)
  return Object.fromEntries(
    missing.map((field) => [field, [`The ${field} field is required when video is not present.`]]),
  )
}
