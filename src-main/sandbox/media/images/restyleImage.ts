import type { RgbaImage } from './RgbaImage.ts'
import { paintLandscape } from '../landscape/paintLandscape.ts'
import { resizeImage } from './resizeImage.ts'
import type { LandscapeParameters } from '../landscape/composeScene.ts'

/** Blends an input with the colours of the landscape for a prompt, keeping the input's shapes. */
export async function restyleImage(input: RgbaImage, parameters: LandscapeParameters): Promise<RgbaImage> {
  const base = resizeImage(input, parameters.width, parameters.height)
  const landscape = await paintLandscape(parameters)
  const pixels = new Uint8ClampedArray(base.pixels.length)
  for (let offset = 0; offset < pixels.length; offset += 4) {
    const shape = brightness(base.pixels, offset) / Math.max(24, brightness(landscape.pixels, offset))
    const gain = 0.45 + 0.55 * Math.min(2, shape)
    for (let part = 0; part < 3; part += 1) {
      const toned = landscape.pixels[offset + part]! * gain
      pixels[offset + part] = toned * 0.58 + base.pixels[offset + part]! * 0.42
    }
    pixels[offset + 3] = 255
  }
  return { width: parameters.width, height: parameters.height, pixels }
}

function brightness(pixels: Uint8ClampedArray, offset: number): number {
  return pixels[offset]! * 0.3 + pixels[offset + 1]! * 0.59 + pixels[offset + 2]! * 0.11
}
