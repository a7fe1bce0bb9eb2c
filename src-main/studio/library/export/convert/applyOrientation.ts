import type { Pixels } from './codecs.ts'

/** Rotates and mirrors pixels by the Exif orientation (1 to 8), so that the copy looks the same without it. */
export function applyOrientation(image: Pixels, orientation: number): Pixels {
  if (orientation === 1) return image
  const isSwapped = orientation >= 5
  const [width, height] = isSwapped ? [image.height, image.width] : [image.width, image.height]
  const isMirroredX = [2, 3, 7, 8].includes(orientation)
  const isMirroredY = [3, 4, 6, 7].includes(orientation)
  const from = new Uint32Array(image.data.buffer, image.data.byteOffset, image.width * image.height)
  const to = new Uint32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [column, row] = isSwapped ? [y, x] : [x, y]
      const sourceX = isMirroredX ? image.width - 1 - column : column
      const sourceY = isMirroredY ? image.height - 1 - row : row
      to[y * width + x] = from[sourceY * image.width + sourceX] ?? 0
    }
  return { width, height, data: new Uint8ClampedArray(to.buffer) }
}
