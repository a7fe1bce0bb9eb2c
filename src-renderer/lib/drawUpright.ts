/**
 * A canvas with the pixels of a bitmap as it is shown. Closes the bitmap. Chromium attaches the orientation of a photo to its bitmap: a
 * 2D context applies it, while a `bitmaprenderer` context drops it. @throws Error without a canvas context.
 */
export function drawUpright(bitmap: ImageBitmap): OffscreenCanvas {
  try {
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('There is no canvas context')
    context.drawImage(bitmap, 0, 0)
    return canvas
  } finally {
    bitmap.close()
  }
}
