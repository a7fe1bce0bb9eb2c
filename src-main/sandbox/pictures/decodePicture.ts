import jpeg from 'jpeg-js'
import { sniffPicture } from '../inputs/sniffPicture.ts'
import { hashText } from '../random.ts'
import type { Picture } from './LandscapeOrder.ts'
import { paintLandscape } from './paintLandscape.ts'
import { readPng } from './readPng.ts'
import { readWebp } from './readWebp.ts'

/** Decodes an uploaded PNG, JPEG or WebP; what can't be decoded here becomes a landscape of its size. */
export async function decodePicture(bytes: Uint8Array): Promise<Picture> {
  const head = sniffPicture(bytes)
  try {
    if (head?.mime === 'image/png') return readPng(bytes)
    if (head?.mime === 'image/jpeg') {
      const { width, height, data } = jpeg.decode(bytes, { useTArray: true })
      return { width, height, pixels: new Uint8ClampedArray(data) }
    }
    if (head?.mime === 'image/webp') {
      return await readWebp(bytes)
    }
  } catch {
    // A broken or unusual file: the stand-in below.
  }
  const { width, height } = head ?? { width: 512, height: 512 }
  const seed = hashText(Buffer.from(bytes.subarray(0, 4096)).toString('latin1'))
  return paintLandscape({ prompt: 'an unreadable input', seed, style: 0, width, height })
}
