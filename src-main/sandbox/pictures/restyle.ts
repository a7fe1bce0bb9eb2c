import type { LandscapeOrder, Picture } from './LandscapeOrder.ts'
import { paintLandscape } from './paintLandscape.ts'
import { resizePicture } from './resizePicture.ts'

/** Redraws an input in the light of a prompt: its shapes, with the colours of the landscape the prompt would give. */
export async function restyle(input: Picture, order: LandscapeOrder): Promise<Picture> {
  const base = resizePicture(input, order.width, order.height)
  const light = await paintLandscape(order)
  const pixels = new Uint8ClampedArray(base.pixels.length)
  for (let at = 0; at < pixels.length; at += 4) {
    const shape = brightness(base.pixels, at) / Math.max(24, brightness(light.pixels, at))
    const gain = 0.45 + 0.55 * Math.min(2, shape)
    for (let part = 0; part < 3; part += 1) {
      const toned = light.pixels[at + part]! * gain
      pixels[at + part] = toned * 0.58 + base.pixels[at + part]! * 0.42
    }
    pixels[at + 3] = 255
  }
  return { width: order.width, height: order.height, pixels }
}

function brightness(pixels: Uint8ClampedArray, at: number): number {
  return pixels[at]! * 0.3 + pixels[at + 1]! * 0.59 + pixels[at + 2]! * 0.11
}
