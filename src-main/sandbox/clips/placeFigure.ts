import { createDice } from '../random.ts'
import { cutOut } from '../pictures/cutOut.ts'
import type { Picture } from '../pictures/LandscapeOrder.ts'
import { resizePicture } from '../pictures/resizePicture.ts'
import type { Film } from './Film.ts'
import { fitted } from './filmPictures.ts'

/** How much of the height the figure takes. */
const TALL = 0.62

/** Puts the figure of a picture into a film: it stands before the scene, sways and breathes. */
export function placeFigure(
  film: Film,
  picture: Picture,
  size: { width: number; height: number },
  seed: number,
): Film {
  const { width, height } = size
  const scale = Math.min((height * TALL) / picture.height, (width * TALL) / picture.width)
  const wide = Math.max(1, Math.round(picture.width * scale))
  const tall = Math.max(1, Math.round(picture.height * scale))
  const figure = cutOut(resizePicture(picture, wide, tall))
  const dice = createDice(seed)
  const [start, pace] = [dice() * Math.PI * 2, 1.1 + dice() * 0.9]
  return {
    ...film,
    width,
    height,
    frame: async (index) => {
      const scene = fitted(await film.frame(index), width, height)
      const seconds = index / film.fps
      const sway = Math.sin(start + seconds * pace) * width * 0.06
      const bob = Math.abs(Math.sin(start + seconds * pace * 2)) * height * 0.02
      stamp(scene, figure, (width - wide) / 2 + sway, height - tall - height * 0.05 - bob)
      return scene
    },
  }
}

/** Lays a cut-out over a picture. */
function stamp(onto: Picture, figure: Picture, left: number, top: number): void {
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
