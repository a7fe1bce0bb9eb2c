import { createRandom } from '../../random.ts'
import { smoothstep } from '../landscape/noise.ts'
import { cropToFit, type RgbaImage, type FrameSource } from '../RgbaImage.ts'

/** How much an image is enlarged at the end of the zoom: 14 %. */
const MAX_ZOOM = 0.14

interface VideoFormat {
  /** Pixels. */
  width: number
  height: number
  fps: number
  /** Number of frames. */
  count: number
}

/** Animates an image by a slow zoom. With a last image, it cross-fades to that one. */
export function animateImages(
  first: RgbaImage,
  last: RgbaImage | null,
  format: VideoFormat,
  seed: number,
): FrameSource {
  const { width, height, fps, count } = format
  const random = createRandom(seed)
  const focus = { x: 0.25 + random() * 0.5, y: 0.25 + random() * 0.5 }
  const from = cropToFit(first, width, height)
  const to = last && cropToFit(last, width, height)
  const end = Math.max(1, count - 1)
  return {
    width,
    height,
    fps,
    count,
    frame: (index) => {
      const progress = index / end
      const opening = zoom(from, 1 + MAX_ZOOM * progress, focus)
      if (!to) return Promise.resolve(opening)
      const closing = zoom(to, 1 + MAX_ZOOM * (1 - progress), focus)
      return Promise.resolve(crossFade(opening, closing, fadeProgress(progress)))
    },
  }
}

/** Zooms into an image. `focus` is the fixed point, as fractions of the size. */
function zoom(from: RgbaImage, factor: number, focus: { x: number; y: number }): RgbaImage {
  const { width, height } = from
  if (factor === 1) return from
  const columns = computeSourcePositions(width, factor, focus.x)
  const rows = computeSourcePositions(height, factor, focus.y)
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    const [upperRow, lowerRow] = [rows.whole[y]! * width, Math.min(height - 1, rows.whole[y]! + 1) * width]
    const lowerFraction = rows.fraction[y]!
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [columns.whole[x]!, Math.min(width - 1, columns.whole[x]! + 1)]
      const rightFraction = columns.fraction[x]!
      const to = (y * width + x) * 4
      for (let channel = 0; channel < 3; channel += 1) {
        const upper =
          from.pixels[(upperRow + left) * 4 + channel]! * (1 - rightFraction) +
          from.pixels[(upperRow + right) * 4 + channel]! * rightFraction
        const lower =
          from.pixels[(lowerRow + left) * 4 + channel]! * (1 - rightFraction) +
          from.pixels[(lowerRow + right) * 4 + channel]! * rightFraction
        pixels[to + channel] = upper * (1 - lowerFraction) + lower * lowerFraction
      }
      pixels[to + 3] = 255
    }
  }
  return { width, height, pixels }
}

/** For each target column or row, the source position: its whole pixels and the fraction. */
function computeSourcePositions(size: number, factor: number, fixedPoint: number) {
  const whole = new Int32Array(size)
  const fraction = new Float32Array(size)
  for (let i = 0; i < size; i += 1) {
    const offset = fixedPoint * (size - 1) + (i - fixedPoint * (size - 1)) / factor
    whole[i] = Math.floor(offset)
    fraction[i] = offset - Math.floor(offset)
  }
  return { whole, fraction }
}

function crossFade(first: RgbaImage, second: RgbaImage, secondFraction: number): RgbaImage {
  if (secondFraction === 0) return first
  if (secondFraction === 1) return second
  const pixels = new Uint8ClampedArray(first.pixels.length)
  for (let i = 0; i < pixels.length; i += 1) {
    pixels[i] = first.pixels[i]! * (1 - secondFraction) + second.pixels[i]! * secondFraction
  }
  return { ...first, pixels }
}

/** The cross-fade starts after the first quarter of the video and ends before the last. `progress` is the position in the video, 0 to 1. */
function fadeProgress(progress: number): number {
  return smoothstep((progress - 0.25) / 0.5)
}
