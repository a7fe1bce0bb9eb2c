import { hasTooManyPixels } from '../lib/hasTooManyPixels.ts'
import type { ThumbnailRequest } from './ThumbnailRequest.ts'

/** Longest side of a thumbnail in pixels: twice the tallest tile. */
const LONG_SIDE = 512
const QUALITY = 0.82

/** Decodes at the final size if the size is known, otherwise at full size first. */
const decode = async ({ bytes, width, height }: ThumbnailRequest): Promise<ImageBitmap> => {
  if (hasTooManyPixels({ width, height })) throw new Error('Too many pixels')
  const blob = new Blob([bytes])
  const whole = width === null || height === null ? await createImageBitmap(blob) : null
  const size = { width: whole?.width ?? width ?? 0, height: whole?.height ?? height ?? 0 }
  if (Math.max(size.width, size.height) <= LONG_SIDE) return whole ?? createImageBitmap(blob)
  const side = size.width >= size.height ? { resizeWidth: LONG_SIDE } : { resizeHeight: LONG_SIDE }
  const small = await createImageBitmap(whole ?? blob, { ...side, resizeQuality: 'high' })
  whole?.close()
  return small
}

const shrink = async (ask: ThumbnailRequest): Promise<ArrayBuffer> => {
  const picture = await decode(ask)
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture)
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY })
  return webp.arrayBuffer()
}

self.addEventListener('message', ({ data }: MessageEvent<ThumbnailRequest>) => {
  shrink(data).then(
    (webp) => self.postMessage({ number: data.number, webp }, { transfer: [webp] }),
    (error: unknown) => self.postMessage({ number: data.number, error: String(error) }, { transfer: [] }),
  )
})
