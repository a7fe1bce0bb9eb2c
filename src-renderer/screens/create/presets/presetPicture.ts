import { bridge } from '../../../host/bridge.ts'

/** Longer side of a picture, in pixels, and its quality. A picture has some kilobytes. */
const SIDE = 160
const QUALITY = 0.8

/** A small picture of a result from its thumbnail, as a data URL; null if there is none. */
export async function readPresetPicture(assetId: string): Promise<string | null> {
  try {
    const bitmap = await createImageBitmap(new Blob([await bridge().media.read('thumb', assetId)]))
    const scale = Math.min(1, SIDE / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const url = canvas.toDataURL('image/webp', QUALITY)
    // A browser that can't write WebP writes PNG.
    return url.startsWith('data:image/webp;') ? url : null
  } catch {
    return null
  }
}
