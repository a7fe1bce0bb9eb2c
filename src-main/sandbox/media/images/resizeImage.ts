import type { RgbaImage } from './RgbaImage.ts'

/** Resizes with Catmull-Rom interpolation. */
export function resizeImage(from: RgbaImage, width: number, height: number): RgbaImage {
  const across = taps(from.width, width)
  const down = taps(from.height, height)
  const middle = new Float32Array(width * from.height * 4)
  for (let y = 0; y < from.height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let part = 0; part < 4; part += 1) {
        let sum = 0
        for (let tap = 0; tap < 4; tap += 1) {
          sum +=
            from.pixels[(y * from.width + across.offset[x * 4 + tap]!) * 4 + part]! *
            across.share[x * 4 + tap]!
        }
        middle[(y * width + x) * 4 + part] = sum
      }
    }
  }
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    for (let i = 0; i < width * 4; i += 1) {
      let sum = 0
      for (let tap = 0; tap < 4; tap += 1) {
        sum += middle[down.offset[y * 4 + tap]! * width * 4 + i]! * down.share[y * 4 + tap]!
      }
      pixels[y * width * 4 + i] = sum
    }
  }
  return { width, height, pixels }
}

/** Shrinks an image to at most 160 px on its longer side. */
export function shrinkToPreview(image: RgbaImage): RgbaImage {
  const scale = Math.min(1, 160 / Math.max(image.width, image.height))
  return resizeImage(
    image,
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale)),
  )
}

/** For each target position, the four nearest source positions and their weights. */
function taps(from: number, to: number): { offset: Int32Array; share: Float32Array } {
  const offset = new Int32Array(to * 4)
  const share = new Float32Array(to * 4)
  for (let i = 0; i < to; i += 1) {
    const centre = ((i + 0.5) * from) / to - 0.5
    const first = Math.floor(centre)
    const t = centre - first
    const weights = [
      ((-0.5 * t + 1) * t - 0.5) * t,
      (1.5 * t - 2.5) * t * t + 1,
      ((-1.5 * t + 2) * t + 0.5) * t,
      (0.5 * t - 0.5) * t * t,
    ]
    for (let tap = 0; tap < 4; tap += 1) {
      offset[i * 4 + tap] = Math.min(from - 1, Math.max(0, first - 1 + tap))
      share[i * 4 + tap] = weights[tap]!
    }
  }
  return { offset, share }
}
