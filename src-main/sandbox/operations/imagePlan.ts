import type { SandboxModel } from '../models/SandboxModel.ts'
import { hashText, createRandom } from '../random.ts'
import { chooseSeed } from './fields.ts'
import type { Fields, Plan, ReadInput } from './Operation.ts'
import type { ResultFile } from '../media/ResultFile.ts'
import type { LandscapeParameters } from '../media/landscape/composeScene.ts'
import { decodeImage, encodeImage } from '../media/images/imageCodec.ts'
import { resizeImage } from '../media/RgbaImage.ts'
import { paintLandscape } from '../media/landscape/paintLandscape.ts'

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

/** The parameters of the landscape that a plan describes. */
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

/** Size in megapixels of 1024² pixels. */
export function megapixels(plan: Plan): number {
  return (Number(plan.width) * Number(plan.height)) / 2 ** 20
}

/** Rounds a size down to a step, but not below the minimum (service.md §Dimensions). */
function roundToStep(size: number, step: number, min: number): number {
  return Math.max(min, Math.floor(size / step) * step) || size
}

/** Longer side of a preview, in pixels. */
const MAX_SIDE = 160

/** A small version of the landscape that a job paints, with more noise the earlier it is. `progress` is 0 to 1. */
export async function previewLandscape(plan: Plan, progress: number): Promise<ResultFile> {
  const parameters = landscapeParameters(plan)
  const scale = Math.min(1, MAX_SIDE / Math.max(parameters.width, parameters.height))
  const width = Math.max(8, Math.round(parameters.width * scale))
  const height = Math.max(8, Math.round(parameters.height * scale))
  const image = await paintLandscape({ ...parameters, width, height, detail: 1 })
  const { pixels } = image
  const random = createRandom(parameters.seed ^ Math.round(progress * 1000))
  const noiseShare = (1 - Math.min(1, Math.max(0, progress))) ** 1.5 * 0.75
  for (let offset = 0; offset < pixels.length; offset += 4) {
    for (let channel = 0; channel < 3; channel += 1) {
      const noise = 128 + (random() + random() + random() - 1.5) * 120
      pixels[offset + channel] = pixels[offset + channel]! * (1 - noiseShare) + noise * noiseShare
    }
  }
  return encodeImage(image, 'jpg')
}

/** A small version of an uploaded image. */
export async function previewInput(id: Plan[string] | undefined, readInput: ReadInput): Promise<ResultFile> {
  const image = await decodeImage(await readInput(String(id)))
  const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height))
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))
  return encodeImage(resizeImage(image, width, height), 'jpg')
}
