import { decodeImage, encodeImage } from '../media/images/imageCodec.ts'
import { resizeImage } from '../media/images/RgbaImage.ts'
import { paintLandscape } from '../media/landscape/paintLandscape.ts'
import { createRandom } from '../random.ts'
import { landscapeParameters } from './image/imagePlan.ts'
import type { Plan, ReadInput, ResultFile } from './Operation.ts'

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
