import { createRandom } from '../../random.ts'
import { smoothstep } from '../landscape/noise.ts'
import type { RgbaImage } from '../images/RgbaImage.ts'
import { resizeImage } from '../images/resizeImage.ts'
import type { FrameSource } from './encodeVideo.ts'

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
  const towards = { x: 0.25 + random() * 0.5, y: 0.25 + random() * 0.5 }
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
      const opening = zoom(from, 1 + MAX_ZOOM * share, towards)
      if (!to) return Promise.resolve(opening)
      const closing = zoom(to, 1 + MAX_ZOOM * (1 - share), towards)
      return Promise.resolve(crossFade(opening, closing, ease(share)))
    },
  }
}

/** Crops the centre of an image to another aspect ratio and resizes it. */
export function cropToFit(image: RgbaImage, width: number, height: number): RgbaImage {
  const scale = Math.max(width / image.width, height / image.height)
  const cropWidth = Math.min(image.width, Math.round(width / scale))
  const cropHeight = Math.min(image.height, Math.round(height / scale))
  const left = Math.floor((image.width - cropWidth) / 2)
  const top = Math.floor((image.height - cropHeight) / 2)
  const pixels = new Uint8ClampedArray(cropWidth * cropHeight * 4)
  for (let y = 0; y < cropHeight; y += 1) {
    const start = ((y + top) * image.width + left) * 4
    pixels.set(image.pixels.subarray(start, start + cropWidth * 4), y * cropWidth * 4)
  }
  for (let offset = 3; offset < pixels.length; offset += 4) pixels[offset] = 255
  return cropWidth === width && cropHeight === height
    ? { width, height, pixels }
    : resizeImage({ width: cropWidth, height: cropHeight, pixels }, width, height)
}

/** Zooms into an image. `towards` is the fixed point, as shares of the size. */
function zoom(from: RgbaImage, factor: number, towards: { x: number; y: number }): RgbaImage {
  const { width, height } = from
  if (factor === 1) return from
  const across = positions(width, factor, towards.x)
  const down = positions(height, factor, towards.y)
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    const [top, low] = [down.whole[y]! * width, Math.min(height - 1, down.whole[y]! + 1) * width]
    const v = down.part[y]!
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [across.whole[x]!, Math.min(width - 1, across.whole[x]! + 1)]
      const u = across.part[x]!
      const to = (y * width + x) * 4
      for (let part = 0; part < 3; part += 1) {
        const upper =
          from.pixels[(top + left) * 4 + part]! * (1 - u) + from.pixels[(top + right) * 4 + part]! * u
        const lower =
          from.pixels[(low + left) * 4 + part]! * (1 - u) + from.pixels[(low + right) * 4 + part]! * u
        pixels[to + part] = upper * (1 - v) + lower * v
      }
      pixels[to + 3] = 255
    }
  }
  return { width, height, pixels }
}

function positions(size: number, factor: number, fixedPoint: number) {
  const whole = new Int32Array(size)
  const part = new Float32Array(size)
  for (let i = 0; i < size; i += 1) {
    const offset = fixedPoint * (size - 1) + (i - fixedPoint * (size - 1)) / factor
    whole[i] = Math.floor(offset)
    part[i] = offset - Math.floor(offset)
  }
  return { whole, part }
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
function ease(share: number): number {
  return smoothstep((share - 0.25) / 0.5)
}
