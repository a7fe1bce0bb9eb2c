import jpeg from 'jpeg-js'
import type { Artefact } from '../operations/Operation.ts'
import type { Picture } from './LandscapeOrder.ts'
import { writePng } from './writePng.ts'
import { writeWebp } from './writeWebp.ts'

/** Encodes a picture as `png`, `jpg` or `webp`. */
export async function encodePicture(picture: Picture, format: string): Promise<Artefact> {
  switch (format) {
    case 'jpg': {
      const { data } = jpeg.encode({ data: picture.pixels, width: picture.width, height: picture.height }, 88)
      return { bytes: data, mime: 'image/jpeg' }
    }
    case 'webp':
      return { bytes: await writeWebp(picture), mime: 'image/webp' }
    default:
      return { bytes: await writePng(picture), mime: 'image/png' }
  }
}
