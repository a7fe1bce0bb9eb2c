import { smoothstep } from '../landscape/noise.ts'
import type { RgbaImage } from './RgbaImage.ts'

/** A simple background removal: makes pixels transparent whose colour is near that of the left and right edges. */
export function removeBackground({ width, height, pixels }: RgbaImage): RgbaImage {
  const out = new Uint8ClampedArray(pixels)
  const left = edgeColours(pixels, width, height, 0)
  const right = edgeColours(pixels, width, height, width - 1)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const share = x / Math.max(1, width - 1)
      const offset = (y * width + x) * 4
      let distance = 0
      for (let channel = 0; channel < 3; channel += 1) {
        const expected = left[y * 3 + channel]! * (1 - share) + right[y * 3 + channel]! * share
        distance += (pixels[offset + channel]! - expected) ** 2
      }
      out[offset + 3] = Math.min(pixels[offset + 3]!, smoothstep((Math.sqrt(distance) - 14) / 30) * 255)
    }
  }
  return { width, height, pixels: out }
}

/** The colour of one edge per row, averaged over neighbouring rows. */
function edgeColours(pixels: Uint8ClampedArray, width: number, height: number, x: number): Float32Array {
  const tones = new Float32Array(height * 3)
  const reach = Math.max(1, Math.round(height / 100))
  for (let y = 0; y < height; y += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      let sum = 0
      for (let row = y - reach; row <= y + reach; row += 1) {
        sum += pixels[(Math.min(height - 1, Math.max(0, row)) * width + x) * 4 + channel]!
      }
      tones[y * 3 + channel] = sum / (2 * reach + 1)
    }
  }
  return tones
}
