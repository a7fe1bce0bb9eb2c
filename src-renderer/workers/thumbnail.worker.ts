import { hasTooManyPixels } from '../lib/hasTooManyPixels.ts'

/** An image for the thumbnail worker. */
export interface ThumbnailRequest {
  requestId: number
  /** The image file. */
  bytes: ArrayBuffer
  /** Size of the image in pixels; null if unknown. */
  width: number | null
  height: number | null
}

/** The thumbnail as a WebP file, or the reason why there is none. */
export type ThumbnailResponse =
  { requestId: number; webp: ArrayBuffer } | { requestId: number; error: string }

/** Longest side of a thumbnail in pixels: twice the tallest tile. */
const LONGEST_SIDE = 512
/** Quality of the WebP file, between 0 and 1. */
const WEBP_QUALITY = 0.82

/** Decodes at the final size if the size is known, otherwise at full size first. */
const decode = async ({ bytes, width, height }: ThumbnailRequest): Promise<ImageBitmap> => {
  if (hasTooManyPixels({ width, height })) throw new Error('Too many pixels')
  const blob = new Blob([bytes])
  const fullSize = width === null || height === null ? await createImageBitmap(blob) : null
  const size = { width: fullSize?.width ?? width ?? 0, height: fullSize?.height ?? height ?? 0 }
  if (Math.max(size.width, size.height) <= LONGEST_SIDE) return fullSize ?? createImageBitmap(blob)
  const side = size.width >= size.height ? { resizeWidth: LONGEST_SIDE } : { resizeHeight: LONGEST_SIDE }
  const small = await createImageBitmap(fullSize ?? blob, { ...side, resizeQuality: 'high' })
  fullSize?.close()
  return small
}

const shrink = async (request: ThumbnailRequest): Promise<ArrayBuffer> => {
  const bitmap = await decode(request)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: WEBP_QUALITY })
  return webp.arrayBuffer()
}

self.addEventListener('message', ({ data }: MessageEvent<ThumbnailRequest>) => {
  shrink(data).then(
    (webp) => self.postMessage({ requestId: data.requestId, webp }, { transfer: [webp] }),
    (error: unknown) =>
      self.postMessage({ requestId: data.requestId, error: String(error) }, { transfer: [] }),
  )
})
