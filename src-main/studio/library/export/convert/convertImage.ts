import { readFile } from 'node:fs/promises'
import type { ImageFormat } from '../../../../../src-preload/contract/types/export.ts'
import { decodeImage, encodeImage, type Pixels } from './codecs.ts'
import { inspectImage } from './inspectImage.ts'

export interface ConvertRequest {
  path: string
  /** The format of the file, and the requested one. */
  from: string
  to: ImageFormat
  /** 1 to 100, for JPEG and WebP. */
  quality: number
}

/**
 * Converts an image to another format. Null if it must keep its own: it is animated, has a colour profile other than sRGB, which would
 * be lost, or its format can't be read.
 */
export async function convertImage({
  path,
  from,
  to,
  quality,
}: ConvertRequest): Promise<Uint8Array<ArrayBuffer> | null> {
  if (from !== 'png' && from !== 'jpg' && from !== 'webp') return null
  const bytes = await readFile(path)
  const { orientation, isSrgb, isAnimated } = await inspectImage(bytes, from)
  if (!isSrgb || isAnimated) return null
  return encodeImage(applyOrientation(await decodeImage(bytes, from), orientation), to, quality)
}

/** Tasks that run in a worker, because they take long and parse untrusted files. */
export const imageTasks = { convertImage }

/** Rotates and mirrors pixels by the Exif orientation, so that the copy looks the same without it. */
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
