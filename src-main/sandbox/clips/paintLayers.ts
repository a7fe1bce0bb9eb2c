import { setImmediate } from 'node:timers/promises'
import type { Scene } from '../pictures/composeScene.ts'
import { createLandPainter } from '../pictures/paintLand.ts'
import { cloudAt, createSkyPainter } from '../pictures/paintSky.ts'
import { createWaterPainter } from '../pictures/paintWater.ts'

/** What stands in front of something: colours already weighted by how much they cover. */
interface Cover {
  /** RGB. */
  colour: Uint8Array
  cover: Uint8Array
}

/** A landscape taken apart, wider than what is shown of it; one spare pixel at the end. */
export interface Layers {
  width: number
  /** RGB, without clouds. */
  sky: Uint8Array
  /** How much the clouds hide; null under a clear sky. */
  veil: Uint8Array | null
  /** Far hills and the water before them. */
  far: Cover
  near: Cover
  /** The row where water begins; beyond the height without water. */
  shore: number
}

/** Rows painted between two looks at other work. */
const BAND = 48

export async function paintLayers(scene: Scene, width: number, height: number): Promise<Layers> {
  const side = Math.sqrt(width * height)
  const clear: Scene = { ...scene, clouds: { ...scene.clouds, amount: 0 } }
  const paintSky = createSkyPainter(clear, width, height)
  const paintLand = createLandPainter(scene, width, height)
  const last = scene.ridges.length - 1
  const behind = new Float32Array(3)
  const paintFar = (x: number, y: number, into: Float32Array): number => paintLand(x, y, last - 1, 0, into)
  const paintWater = createWaterPainter(scene, width, height, (x, y, into) => {
    const left = paintFar(x, y, into)
    paintSky(x, y, behind)
    for (let part = 0; part < 3; part += 1) into[part] = into[part]! + behind[part]! * left
  })
  const shore = scene.water ? scene.water.from * height : height
  const size = width * height + 1
  const layers: Layers = {
    width,
    sky: new Uint8Array(size * 3),
    veil: scene.clouds.amount > 0.03 ? new Uint8Array(size) : null,
    far: { colour: new Uint8Array(size * 3), cover: new Uint8Array(size) },
    near: { colour: new Uint8Array(size * 3), cover: new Uint8Array(size) },
    shore,
  }
  const skyEnd = scene.horizon * height
  const colour = new Float32Array(3)
  for (let y = 0; y < height; y += 1) {
    if (y % BAND === 0) await setImmediate()
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      put(layers.near, at, colour, paintLand(x, y, last, last, colour))
      if (y > shore) {
        paintWater(x, y, colour)
        put(layers.far, at, colour, 0)
        continue
      }
      put(layers.far, at, colour, paintFar(x, y, colour))
      // Also where hills hide it: they move aside.
      paintSky(x, y, colour)
      for (let part = 0; part < 3; part += 1) layers.sky[at * 3 + part] = byte(colour[part]!)
      if (layers.veil) {
        const thick = cloudAt(scene, (x - width / 2) / side, y / side)
        layers.veil[at] = byte(thick * scene.clouds.amount * smooth(y / skyEnd / 0.25 + 0.15) * 0.8)
      }
    }
  }
  return layers
}

function put({ colour, cover }: Cover, at: number, from: Float32Array, left: number): void {
  cover[at] = byte(1 - left)
  for (let part = 0; part < 3; part += 1) colour[at * 3 + part] = byte(from[part]!)
}

function byte(value: number): number {
  return value <= 0 ? 0 : value >= 1 ? 255 : Math.round(value * 255)
}

function smooth(t: number): number {
  return t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t)
}
