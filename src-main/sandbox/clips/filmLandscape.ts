import { createDice, hashText } from '../random.ts'
import { composeScene, type Scene } from '../pictures/composeScene.ts'
import type { LandscapeOrder } from '../pictures/LandscapeOrder.ts'
import type { Film } from './Film.ts'
import { paintLayers } from './paintLayers.ts'

/** How far each layer moves while the camera passes, as shares of the margin; clouds have their own wind. */
const PACES = { sky: 0.12, far: 0.4, near: 1 }

/** Films a landscape: the camera passes, the near hills faster than the far ones, clouds drift, water glitters. */
export async function filmLandscape(order: LandscapeOrder, fps: number, count: number): Promise<Film> {
  const { width, height } = order
  const dice = createDice(hashText(`camera ${String(order.seed)}`))
  const heading = dice() < 0.5 ? -1 : 1
  const wind = heading * (dice() < 0.7 ? 1 : -1)
  const margin = Math.max(4, Math.round(width * 0.09))
  const scene: Scene = composeScene(order)
  const layers = await paintLayers(scene, width + 2 * margin, height)
  const last = Math.max(1, count - 1)
  const light = scene.clouds.light.map((part) => part * 255)

  return {
    width,
    height,
    fps,
    count,
    frame: (index) => {
      const share = index / last
      const along = (pace: number, way = heading) => margin * (1 + way * pace * (2 * share - 1) * 0.98)
      const sky = shiftOf(along(PACES.sky))
      const far = shiftOf(along(PACES.far))
      const near = shiftOf(along(PACES.near))
      const cloud = shiftOf(along(0.9, -wind))
      const seconds = index / fps
      const glow = 0.97 + 0.05 * share
      const pixels = new Uint8ClampedArray(width * height * 4)
      for (let y = 0; y < height; y += 1) {
        const row = y * layers.width
        const wave = y > layers.shore ? ripple(y, layers.shore, height, seconds, width) : 0
        const water =
          wave === 0 ? far : shiftOf(Math.min(2 * margin - 1, Math.max(0, far.whole + far.part + wave)))
        for (let x = 0; x < width; x += 1) {
          const to = (y * width + x) * 4
          const n = row + x + near.whole
          const f = row + x + water.whole
          const s = row + x + sky.whole
          const c = row + x + cloud.whole
          const clear = lerp(layers.near.cover, n, near.part) / 255
          const open = lerp(layers.far.cover, f, water.part) / 255
          const veil = layers.veil ? lerp(layers.veil, c, cloud.part) / 255 : 0
          for (let part = 0; part < 3; part += 1) {
            let value = lerpOf(layers.sky, s, sky.part, part)
            value += (light[part]! - value) * veil
            value = lerpOf(layers.far.colour, f, water.part, part) + value * (1 - open)
            pixels[to + part] = (lerpOf(layers.near.colour, n, near.part, part) + value * (1 - clear)) * glow
          }
          pixels[to + 3] = 255
        }
      }
      return Promise.resolve({ width, height, pixels })
    },
  }
}

/** A shift in whole pixels and the rest. */
function shiftOf(pixels: number): { whole: number; part: number } {
  const whole = Math.floor(pixels)
  return { whole, part: pixels - whole }
}

function lerp(from: Uint8Array, at: number, part: number): number {
  return from[at]! + (from[at + 1]! - from[at]!) * part
}

function lerpOf(from: Uint8Array, at: number, part: number, channel: number): number {
  const first = from[at * 3 + channel]!
  return first + (from[at * 3 + 3 + channel]! - first) * part
}

/** Rows of water sway, the nearer the wider. */
function ripple(y: number, shore: number, height: number, seconds: number, width: number): number {
  const depth = (y - shore) / Math.max(1, height - shore)
  const row = Math.log(depth * 9 + 0.12) * 14
  return (
    (Math.sin(row + seconds * 1.7) + 0.6 * Math.sin(row * 2.3 - seconds * 2.6)) *
    width *
    (0.0012 + 0.006 * depth)
  )
}
