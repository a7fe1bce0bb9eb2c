import { drawUpright } from '../lib/drawUpright.ts'
import { hasTooManyPixels } from '../lib/hasTooManyPixels.ts'

/** An image for the thumbnail worker. */
export interface ThumbnailRequest {
  file: Blob
  /** Size of the image in pixels as it is shown; null if unknown. */
  width: number | null
  height: number | null
}

/** The thumbnail as a WebP file, or the reason why there is none. */
export type ThumbnailResponse = { webp: ArrayBuffer } | { error: string }

/**
 * Longest side of a thumbnail in pixels. Enough for a square tile of the gallery's default height (180 px) on a screen with two pixels
 * per CSS pixel; larger tiles scale it up, so that the files stay small.
 */
const LONGEST_SIDE = 512
/** Quality of the WebP file, between 0 and 1. */
const WEBP_QUALITY = 0.82

/** Options that scale an image down to a thumbnail; undefined if it is small enough. */
const resizeOptions = ({
  width,
  height,
}: {
  width: number
  height: number
}): ImageBitmapOptions | undefined => {
  if (Math.max(width, height) <= LONGEST_SIDE) return undefined
  const side = width >= height ? { resizeWidth: LONGEST_SIDE } : { resizeHeight: LONGEST_SIDE }
  return { ...side, resizeQuality: 'high' }
}

const decode = async ({ file, width, height }: ThumbnailRequest): Promise<ImageBitmap> => {
  if (hasTooManyPixels({ width, height })) throw new Error('Too many pixels')
  // Scales while decoding if the size is known, so that the full-size image is never in memory.
  const options = width === null || height === null ? undefined : resizeOptions({ width, height })
  const bitmap = await createImageBitmap(file, options)
  // The other side may still be too long, if the given size is wrong.
  const remainingOptions = resizeOptions(bitmap)
  if (!remainingOptions) return bitmap
  try {
    return await createImageBitmap(bitmap, remainingOptions)
  } finally {
    bitmap.close()
  }
}

/** The thumbnail of an image as a WebP file. Rejects if the image can't be decoded. */
export const shrink = async (request: ThumbnailRequest): Promise<ArrayBuffer> => {
  const canvas = drawUpright(await decode(request))
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: WEBP_QUALITY })
  return webp.arrayBuffer()
}

self.addEventListener('message', ({ data }: MessageEvent<ThumbnailRequest>) => {
  shrink(data).then(
    (webp) => self.postMessage({ webp }, { transfer: [webp] }),
    (error: unknown) => self.postMessage({ error: String(error) }, { transfer: [] }),
  )
})
