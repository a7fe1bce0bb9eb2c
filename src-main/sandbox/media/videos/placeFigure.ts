import { createRandom } from '../../random.ts'
import { removeBackground } from '../images/removeBackground.ts'
import type { RgbaImage } from '../images/RgbaImage.ts'
import { resizeImage } from '../images/resizeImage.ts'
import type { FrameSource } from './encodeVideo.ts'
import { cropToFit } from './animateImages.ts'

/** The maximum share of width and height that the figure occupies. */
const MAX_SHARE = 0.62

/** Overlays the figure of an image on each frame of a video, with a slight movement. */
export function placeFigure(
  video: FrameSource,
  image: RgbaImage,
  size: { width: number; height: number },
  seed: number,
): FrameSource {
  const { width, height } = size
  const scale = Math.min((height * MAX_SHARE) / image.height, (width * MAX_SHARE) / image.width)
  const figureWidth = Math.max(1, Math.round(image.width * scale))
  const figureHeight = Math.max(1, Math.round(image.height * scale))
  const figure = removeBackground(resizeImage(image, figureWidth, figureHeight))
  const random = createRandom(seed)
  const [start, pace] = [random() * Math.PI * 2, 1.1 + random() * 0.9]
  return {
    ...video,
    width,
    height,
    frame: async (index) => {
      const scene = cropToFit(await video.frame(index), width, height)
      const seconds = index / video.fps
      const sway = Math.sin(start + seconds * pace) * width * 0.06
      const bob = Math.abs(Math.sin(start + seconds * pace * 2)) * height * 0.02
      overlay(scene, figure, (width - figureWidth) / 2 + sway, height - figureHeight - height * 0.05 - bob)
      return scene
    },
  }
}

/** Draws a figure with transparency over an image. */
function overlay(onto: RgbaImage, figure: RgbaImage, left: number, top: number): void {
  const [x0, y0] = [Math.round(left), Math.round(top)]
  for (let y = 0; y < figure.height; y += 1) {
    for (let x = 0; x < figure.width; x += 1) {
      const [column, row] = [x + x0, y + y0]
      if (column < 0 || row < 0 || column >= onto.width || row >= onto.height) continue
      const from = (y * figure.width + x) * 4
      const to = (row * onto.width + column) * 4
      const cover = figure.pixels[from + 3]! / 255
      for (let part = 0; part < 3; part += 1) {
        onto.pixels[to + part] = onto.pixels[to + part]! * (1 - cover) + figure.pixels[from + part]! * cover
      }
    }
  }
}
