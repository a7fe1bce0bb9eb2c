/** An image file for the worker. */
export interface ImageHashRequest {
  file: Blob
}

/** The perceptual hash as 16 hexadecimal digits; null if the image can't be decoded. */
export interface ImageHashResponse {
  hash: string | null
}

/** Each bit compares two neighbouring pixels of a row, so a row of 8 bits needs 9 pixels. */
const WIDTH = 9
const HEIGHT = 8
/** Weights of red, green and blue in the luminance (ITU-R BT.601). */
const LUMINANCE = [0.299, 0.587, 0.114] as const

/**
 * The difference hash (dHash) of an image of 9 × 8 RGBA pixels: a bit for each pixel that is brighter than the one to its right, row
 * by row. It survives scaling, compression and small changes of colour.
 */
export function differenceHash(pixels: ArrayLike<number>): string {
  const luminanceAt = (x: number, y: number): number =>
    LUMINANCE.reduce((sum, weight, channel) => sum + weight * (pixels[4 * (y * WIDTH + x) + channel] ?? 0), 0)
  let hash = ''
  for (let y = 0; y < HEIGHT; y++) {
    let row = 0
    for (let x = 0; x < WIDTH - 1; x++) row = 2 * row + (luminanceAt(x, y) > luminanceAt(x + 1, y) ? 1 : 0)
    hash += row.toString(16).padStart(2, '0')
  }
  return hash
}

async function hashImage(file: Blob): Promise<string> {
  const size = { resizeWidth: WIDTH, resizeHeight: HEIGHT, resizeQuality: 'medium' } as const
  const bitmap = await createImageBitmap(file, size)
  const context = new OffscreenCanvas(WIDTH, HEIGHT).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('There is no canvas context')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return differenceHash(context.getImageData(0, 0, WIDTH, HEIGHT).data)
}

self.addEventListener('message', ({ data }: MessageEvent<ImageHashRequest>) => {
  const respond = (hash: string | null) =>
    self.postMessage({ hash } satisfies ImageHashResponse, { transfer: [] })
  hashImage(data.file).then(respond, () => respond(null))
})
