import { drawUpright } from '../lib/drawUpright.ts'
import { hasTooManyPixels } from '../lib/hasTooManyPixels.ts'

/** An image format with its quality, between 0 and 1. PNG has no quality. */
export interface Encoding {
  mime: 'image/png' | 'image/jpeg' | 'image/webp'
  quality?: number
}

export interface ResizeRequest {
  file: Blob
  /** Size of the image in pixels as it is shown. */
  width: number
  height: number
  /** The largest width and height allowed, in pixels. */
  maxWidth: number
  maxHeight: number
  maxBytes: number
  /** In order of preference: the first one whose file is small enough is used. */
  encodings: readonly Encoding[]
}

export type ResizeResponse =
  | { image: Blob; width: number; height: number }
  /** `bytes`: no encoding is small enough. `image`: it can't be decoded. */
  | { failure: 'bytes' | 'image' }

/** By how much a size must shrink to fit; 1 if it fits. */
const factorFor = (
  { width, height }: { width: number; height: number },
  { maxWidth, maxHeight }: ResizeRequest,
): number => Math.min(maxWidth / width, maxHeight / height, 1)

const scaled = (side: number, factor: number, max: number): number =>
  Math.min(max, Math.max(1, Math.round(side * factor)))

async function decode(request: ResizeRequest): Promise<ImageBitmap> {
  const { file, maxWidth, maxHeight } = request
  if (hasTooManyPixels(request)) throw new Error('Too many pixels')
  const bitmap = await createImageBitmap(file)
  const factor = factorFor(bitmap, request)
  if (factor === 1) return bitmap
  try {
    return await createImageBitmap(bitmap, {
      resizeWidth: scaled(bitmap.width, factor, maxWidth),
      resizeHeight: scaled(bitmap.height, factor, maxHeight),
      resizeQuality: 'high',
    })
  } finally {
    bitmap.close()
  }
}

/** Scales an image down so that it fits, and encodes it. */
export async function resizeImage(request: ResizeRequest): Promise<ResizeResponse> {
  const bitmap = await decode(request).catch(() => null)
  if (!bitmap) return { failure: 'image' }
  const { width, height } = bitmap
  const canvas = drawUpright(bitmap)
  for (const { mime, quality } of request.encodings) {
    const image = await canvas.convertToBlob({ type: mime, ...(quality !== undefined && { quality }) })
    if (image.type === mime && image.size <= request.maxBytes) return { image, width, height }
  }
  return { failure: 'bytes' }
}

self.addEventListener('message', ({ data }: MessageEvent<ResizeRequest>) => {
  resizeImage(data).then(
    (response: ResizeResponse) => self.postMessage(response, { transfer: [] }),
    () => self.postMessage({ failure: 'image' } satisfies ResizeResponse, { transfer: [] }),
  )
})
