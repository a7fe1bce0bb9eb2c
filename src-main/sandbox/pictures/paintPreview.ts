import { createDice } from '../random.ts'
import type { LandscapeOrder, Picture } from './LandscapeOrder.ts'
import { paintLandscape } from './paintLandscape.ts'

/** Longest side of a preview, in pixels. */
const LONGEST = 160

/** A small picture of work in progress: the final one, the noisier the earlier. `progress` is 0 to 1. */
export async function paintPreview(order: LandscapeOrder, progress: number): Promise<Picture> {
  const scale = Math.min(1, LONGEST / Math.max(order.width, order.height))
  const width = Math.max(8, Math.round(order.width * scale))
  const height = Math.max(8, Math.round(order.height * scale))
  const picture = await paintLandscape({ ...order, width, height })
  const { pixels } = picture
  const dice = createDice(order.seed ^ Math.round(progress * 1000))
  const unsure = (1 - Math.min(1, Math.max(0, progress))) ** 1.5 * 0.75
  for (let at = 0; at < pixels.length; at += 4) {
    for (let part = 0; part < 3; part += 1) {
      const fog = 128 + (dice() + dice() + dice() - 1.5) * 120
      pixels[at + part] = pixels[at + part]! * (1 - unsure) + fog * unsure
    }
  }
  return picture
}
