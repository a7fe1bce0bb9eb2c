import type { Picture } from './LandscapeOrder.ts'
import { resizePicture } from './resizePicture.ts'

/** A picture at most 160 px on its longest side. */
export function shrinkPreview(picture: Picture): Picture {
  const scale = Math.min(1, 160 / Math.max(picture.width, picture.height))
  return resizePicture(
    picture,
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  )
}
