import { createRandom } from '../../random.ts'
import type { RgbaImage } from '../images/RgbaImage.ts'
import { paintLandscape } from './paintLandscape.ts'
import type { LandscapeParameters } from './composeScene.ts'

/** Longer side of a preview, in pixels. */
const MAX_SIDE = 160

/** A small version of the final image, with more noise the earlier it is. `progress` is 0 to 1. */
export async function paintPreview(parameters: LandscapeParameters, progress: number): Promise<RgbaImage> {
  const scale = Math.min(1, MAX_SIDE / Math.max(parameters.width, parameters.height))
  const width = Math.max(8, Math.round(parameters.width * scale))
  const height = Math.max(8, Math.round(parameters.height * scale))
  const image = await paintLandscape({ ...parameters, width, height })
  const { pixels } = image
  const random = createRandom(parameters.seed ^ Math.round(progress * 1000))
  const noiseShare = (1 - Math.min(1, Math.max(0, progress))) ** 1.5 * 0.75
  for (let offset = 0; offset < pixels.length; offset += 4) {
    for (let part = 0; part < 3; part += 1) {
      const noise = 128 + (random() + random() + random() - 1.5) * 120
      pixels[offset + part] = pixels[offset + part]! * (1 - noiseShare) + noise * noiseShare
    }
  }
  return image
}
