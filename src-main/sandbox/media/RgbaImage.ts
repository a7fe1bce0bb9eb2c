import { smoothstep } from './landscape/noise.ts'

/** A decoded image. */
export interface RgbaImage {
  width: number
  height: number
  /** Four bytes per pixel (red, green, blue, opacity), row by row. */
  pixels: Uint8ClampedArray<ArrayBuffer>
}

/** Decoded frames of a video, generated one at a time. */
export interface FrameSource {
  width: number
  height: number
  /** An integer. */
  fps: number
  count: number
  /** The frame at an index from 0. Called in ascending order. */
  frame: (index: number) => Promise<RgbaImage>
}

/** Resizes with Catmull-Rom interpolation. */
export function resizeImage(from: RgbaImage, width: number, height: number): RgbaImage {
  const columns = computeFilterTaps(from.width, width)
  const rows = computeFilterTaps(from.height, height)
  // Resized horizontally, not yet vertically.
  const narrowed = new Float32Array(width * from.height * 4)
  for (let y = 0; y < from.height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < 4; channel += 1) {
        let sum = 0
        for (let tap = 0; tap < 4; tap += 1) {
          sum +=
            from.pixels[(y * from.width + columns.offset[x * 4 + tap]!) * 4 + channel]! *
            columns.weight[x * 4 + tap]!
        }
        narrowed[(y * width + x) * 4 + channel] = sum
      }
    }
  }
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    for (let i = 0; i < width * 4; i += 1) {
      let sum = 0
      for (let tap = 0; tap < 4; tap += 1) {
        sum += narrowed[rows.offset[y * 4 + tap]! * width * 4 + i]! * rows.weight[y * 4 + tap]!
      }
      pixels[y * width * 4 + i] = sum
    }
  }
  return { width, height, pixels }
}

/** For each target position, the four nearest source positions and their weights. */
function computeFilterTaps(from: number, to: number): { offset: Int32Array; weight: Float32Array } {
  const offset = new Int32Array(to * 4)
  const weight = new Float32Array(to * 4)
  for (let i = 0; i < to; i += 1) {
    const centre = ((i + 0.5) * from) / to - 0.5
    const first = Math.floor(centre)
    const fraction = centre - first
    const weights = [
      ((-0.5 * fraction + 1) * fraction - 0.5) * fraction,
      (1.5 * fraction - 2.5) * fraction * fraction + 1,
      ((-1.5 * fraction + 2) * fraction + 0.5) * fraction,
      (0.5 * fraction - 0.5) * fraction * fraction,
    ]
    for (let tap = 0; tap < 4; tap += 1) {
      offset[i * 4 + tap] = Math.min(from - 1, Math.max(0, first - 1 + tap))
      weight[i * 4 + tap] = weights[tap]!
    }
  }
  return { offset, weight }
}

/** Crops the centre of an image to another aspect ratio, resizes it and makes it opaque. */
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

/** A colour at most this far from that of the edges is background. Distances of RGB colours are from 0 to 441; tuned by eye. */
const BACKGROUND_DISTANCE = 14
/** Colours up to this much farther away are partly transparent. */
const FADE_DISTANCE = 30

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
      out[offset + 3] = Math.min(
        pixels[offset + 3]!,
        smoothstep((Math.sqrt(distance) - BACKGROUND_DISTANCE) / FADE_DISTANCE) * 255,
      )
    }
  }
  return { width, height, pixels: out }
}

/** The colour of one edge per row, averaged over neighbouring rows. */
function edgeColours(pixels: Uint8ClampedArray, width: number, height: number, x: number): Float32Array {
  const tones = new Float32Array(height * 3)
  const rowRadius = Math.max(1, Math.round(height / 100))
  for (let y = 0; y < height; y += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      let sum = 0
      for (let row = y - rowRadius; row <= y + rowRadius; row += 1) {
        sum += pixels[(Math.min(height - 1, Math.max(0, row)) * width + x) * 4 + channel]!
      }
      tones[y * 3 + channel] = sum / (2 * rowRadius + 1)
    }
  }
  return tones
}
