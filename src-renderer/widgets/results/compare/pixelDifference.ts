import { readFile } from '../../../host/fileUrl.ts'

/** Colour channels (0 to 255) that differ by less look the same. */
const TOLERANCE = 4
/** Larger images are scaled down to this longest side, in px, before they are compared. */
const MAX_SIDE = 1024

/** The share of differing pixels of two images of the same size, from 0 to 1. Each pixel has four bytes. */
export function differingShare(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  const count = Math.floor(Math.min(a.length, b.length) / 4)
  let differing = 0
  for (let pixel = 0; pixel < count; pixel++) {
    const start = pixel * 4
    for (let channel = start; channel < start + 4; channel++)
      if (Math.abs((a[channel] ?? 0) - (b[channel] ?? 0)) >= TOLERANCE) {
        differing++
        break
      }
  }
  return count === 0 ? 0 : differing / count
}

/** A share as a percentage: never 0 if anything differs, and never 100 if anything is equal. */
export function sharePercent(share: number): string {
  const percent = share * 100
  if (percent > 0 && percent < 0.1) return '<0.1'
  if (percent < 100 && percent > 99.9) return '>99.9'
  return String(Math.round(percent * 10) / 10)
}

/** Reads two images and returns the share of differing pixels; the second one is scaled to the size of the first. */
export async function readDifference(firstId: string, secondId: string): Promise<number> {
  const first = await readBitmap(firstId)
  let second: ImageBitmap | undefined
  try {
    second = await readBitmap(secondId)
    const scale = Math.min(1, MAX_SIDE / Math.max(first.width, first.height))
    const size = {
      width: Math.max(1, Math.round(first.width * scale)),
      height: Math.max(1, Math.round(first.height * scale)),
    }
    return differingShare(drawPixels(first, size), drawPixels(second, size))
  } finally {
    first.close()
    second?.close()
  }
}

const readBitmap = async (id: string): Promise<ImageBitmap> => createImageBitmap(await readFile(id))

function drawPixels(
  bitmap: ImageBitmap,
  { width, height }: { width: number; height: number },
): Uint8ClampedArray {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('No 2D canvas context')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  return context.getImageData(0, 0, width, height).data
}
