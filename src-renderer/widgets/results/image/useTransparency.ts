import { useQuery } from '@tanstack/react-query'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../../host/bridge.ts'

/** Formats that may be transparent. */
const TRANSPARENT_FORMATS: ReadonlySet<string> = new Set(['png', 'webp', 'gif', 'avif'])
/** The image is scaled to this width before its pixels are read. */
const SAMPLE_WIDTH = 64
/** Pixels with less alpha count as transparent. It is below 255, because scaling rounds. */
const MIN_OPAQUE_ALPHA = 250

/** Whether an image has transparent parts; false while unknown. Reads its thumbnail, which is small. */
export function useTransparency({
  id,
  format,
  hasThumb,
}: Pick<Asset, 'id' | 'format' | 'hasThumb'>): boolean {
  const { data } = useQuery({
    queryKey: ['transparency', id],
    queryFn: async () => hasTransparentPixels(await bridge().media.read(hasThumb ? 'thumb' : 'asset', id)),
    enabled: TRANSPARENT_FORMATS.has(format),
    staleTime: Infinity,
    retry: false,
  })
  return data === true
}

async function hasTransparentPixels(file: Blob): Promise<boolean> {
  const bitmap = await createImageBitmap(file, { resizeWidth: SAMPLE_WIDTH })
  try {
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    return context !== null && isTransparent(context.getImageData(0, 0, width, height).data)
  } finally {
    bitmap.close()
  }
}

/** Whether pixels of four bytes (red, green, blue, alpha) include a transparent one. */
function isTransparent(pixels: Uint8ClampedArray): boolean {
  for (let index = 3; index < pixels.length; index += 4)
    if ((pixels[index] ?? 255) < MIN_OPAQUE_ALPHA) return true
  return false
}
