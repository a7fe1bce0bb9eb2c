import jpeg from 'jpeg-js'
import { sniffImage } from '../../inputs/sniffImage.ts'
import { hashText } from '../../random.ts'
import type { RgbaImage } from './RgbaImage.ts'
import { paintLandscape } from '../landscape/paintLandscape.ts'
import { readPng, writePng } from './png.ts'
import { readWebp, writeWebp } from './webp.ts'
import type { ResultFile } from '../../operations/Operation.ts'

/** Decodes an uploaded PNG, JPEG or WebP. Any other file is replaced by a landscape of its size. */
export async function decodeImage(bytes: Uint8Array): Promise<RgbaImage> {
  const header = sniffImage(bytes)
  try {
    if (header?.mime === 'image/png') return readPng(bytes)
    if (header?.mime === 'image/jpeg') {
      const { width, height, data } = jpeg.decode(bytes, { useTArray: true })
      return { width, height, pixels: new Uint8ClampedArray(data) }
    }
    if (header?.mime === 'image/webp') {
      return await readWebp(bytes)
    }
  } catch {
    // An invalid or unsupported file is replaced below.
  }
  const { width, height } = header ?? { width: 512, height: 512 }
  const seed = hashText(Buffer.from(bytes.subarray(0, 4096)).toString('latin1'))
  return paintLandscape({ prompt: 'an unreadable input', seed, style: 0, width, height })
}

/** Encodes an image as `png`, `jpg` or `webp`. */
export async function encodeImage(image: RgbaImage, format: string): Promise<ResultFile> {
  switch (format) {
    case 'jpg': {
      const { data } = jpeg.encode({ data: image.pixels, width: image.width, height: image.height }, 88)
      return { bytes: data, mime: 'image/jpeg' }
    }
    case 'webp':
      return { bytes: await writeWebp(image), mime: 'image/webp' }
    default:
      return { bytes: await writePng(image), mime: 'image/png' }
  }
}
