import { encodeVideo } from '../../media/videos/encodeVideo.ts'
import { decodeVideo } from '../../media/videos/decodeVideo.ts'
import type { SandboxModel } from '../../models/SandboxModel.ts'
import type { Flavour } from '../../options.ts'
import { resizeImage } from '../../media/images/resizeImage.ts'
import { model, webhookUrl } from '../fields.ts'
import { pricedByVideo } from './pricedByVideo.ts'
import type { Fields, Operation } from '../Operation.ts'
import type { Rule } from '../rules.ts'

const scale: Rule = { field: 'scale', kind: 'integer', min: 1, max: 16, limit: 'scale' }

/** The model decides the factor, or its limits for a given one. Live quotes 0 without a duration (service.md §Video). */
export const vidUpscale: Operation = {
  type: 'vid_upscale',
  path: 'vid-upscale',
  encoding: 'form',
  rules: [{ ...pricedByVideo.video, required: true }, model, scale, webhookUrl],
  pricePath: 'vid-upscale/price-calculation',
  priceRules: [model, pricedByVideo.video, ...pricedByVideo.rules, scale],
  check: (fields, model, inputs, flavour, purpose) => ({
    ...checkScale(fields, model),
    ...pricedByVideo.check(fields, model, inputs),
    ...(purpose === 'price' && inputs.length === 0 ? checkDimensions(fields, flavour) : {}),
  }),
  plan: (input) => ({
    ...pricedByVideo.plan(input),
    scale: Number(input.fields.scale ?? input.model.scale ?? 2),
  }),
  units: (plan) => (pricedByVideo.units(plan) * Number(plan.scale) ** 2) / 4,
  pricesAsZero: (plan) => Number(plan.seconds) === 0,
  isSlow: true,
  formats: () => ({ main: 'mp4', alternatives: [] }),
  make: async (plan, _format, read) => {
    const size = { width: Number(plan.width), height: Number(plan.height), seconds: Number(plan.seconds) }
    const { video, audio } = await decodeVideo(await read(String(plan.input)), size)
    const [width, height] = [video.width * Number(plan.scale), video.height * Number(plan.scale)]
    const frame = async (index: number) => resizeImage(await video.frame(index), width, height)
    return encodeVideo({ ...video, width, height, frame }, audio)
  },
}

type Errors = Record<string, string[]>

function checkScale(fields: Fields, model: SandboxModel): Errors {
  const isVariable = model.limits?.max_scale !== undefined
  if (isVariable && fields.scale === undefined)
    return { scale: ['The scale field is required for this model.'] }
  return isVariable || fields.scale === undefined
    ? {}
    : { scale: ['The scale field is prohibited for this model.'] }
}

function checkDimensions(fields: Fields, flavour: Flavour): Errors {
  const required = flavour === 'live' ? ['width', 'height'] : ['width', 'height', 'duration']
  const missing = required.filter((field) => fields[field] === undefined)
  return Object.fromEntries(
    missing.map((field) => [field, [`The ${field} field is required when video is not present.`]]),
  )
}
