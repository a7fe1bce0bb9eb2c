import jpeg from 'jpeg-js'
import type { ResultFile } from '../../operations/Operation.ts'
import type { RgbaImage } from './RgbaImage.ts'
import { writePng } from './png.ts'
import { writeWebp } from './webp.ts'

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
