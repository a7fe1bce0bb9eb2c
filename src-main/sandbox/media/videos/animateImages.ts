import { createRandom } from '../../random.ts'
import { smoothstep } from '../landscape/noise.ts'
import { cropToFit, type RgbaImage } from '../images/RgbaImage.ts'
import type { FrameSource } from './tracks.ts'

/** Additional zoom at the end of the movement. */
const MAX_ZOOM = 0.14

interface VideoSize {
  width: number
  height: number
  fps: number
  count: number
}

/** Animates an image by a slow zoom. With a last image, it cross-fades to that one. */
export function animateImages(
  first: RgbaImage,
  last: RgbaImage | null,
  size: VideoSize,
  seed: number,
): FrameSource {
  const { width, height, fps, count } = size
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
      const share = index / end
      const opening = zoom(from, 1 + MAX_ZOOM * share, focus)
      if (!to) return Promise.resolve(opening)
      const closing = zoom(to, 1 + MAX_ZOOM * (1 - share), focus)
      return Promise.resolve(crossFade(opening, closing, fadeProgress(share)))
    },
  }
}

/** Zooms into an image. `focus` is the fixed point, as shares of the size. */
function zoom(from: RgbaImage, factor: number, focus: { x: number; y: number }): RgbaImage {
  const { width, height } = from
  if (factor === 1) return from
  const across = computeSourcePositions(width, factor, focus.x)
  const down = computeSourcePositions(height, factor, focus.y)
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    const [upperRow, lowerRow] = [down.whole[y]! * width, Math.min(height - 1, down.whole[y]! + 1) * width]
    const v = down.fraction[y]!
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [across.whole[x]!, Math.min(width - 1, across.whole[x]! + 1)]
      const u = across.fraction[x]!
      const to = (y * width + x) * 4
      for (let channel = 0; channel < 3; channel += 1) {
        const upper =
          from.pixels[(upperRow + left) * 4 + channel]! * (1 - u) +
          from.pixels[(upperRow + right) * 4 + channel]! * u
        const lower =
          from.pixels[(lowerRow + left) * 4 + channel]! * (1 - u) +
          from.pixels[(lowerRow + right) * 4 + channel]! * u
        pixels[to + channel] = upper * (1 - v) + lower * v
      }
      pixels[to + 3] = 255
    }
  }
  return { width, height, pixels }
}

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

function crossFade(first: RgbaImage, second: RgbaImage, share: number): RgbaImage {
  if (share === 0) return first
  if (share === 1) return second
  const pixels = new Uint8ClampedArray(first.pixels.length)
  for (let i = 0; i < pixels.length; i += 1) {
    pixels[i] = first.pixels[i]! * (1 - share) + second.pixels[i]! * share
  }
  return { ...first, pixels }
}

/** Fades only in the middle half of the video. */
function fadeProgress(share: number): number {
  return smoothstep((share - 0.25) / 0.5)
}
