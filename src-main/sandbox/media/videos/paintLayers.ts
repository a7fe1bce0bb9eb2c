import { setImmediate } from 'node:timers/promises'
import type { Scene } from '../landscape/composeScene.ts'
import { createLandPainter } from '../landscape/paintLand.ts'
import { cloudAt, createSkyPainter } from '../landscape/paintSky.ts'
import { smoothstep } from '../landscape/noise.ts'
import { createWaterPainter } from '../landscape/paintWater.ts'

/** A layer with premultiplied colours. */
interface Layer {
  /** RGB, multiplied by the opacity. */
  colour: Uint8Array
  opacity: Uint8Array
}

/** The layers of a landscape, wider than a frame. The buffers have one spare pixel at the end, for interpolation. */
export interface Layers {
  width: number
  /** RGB, without clouds. */
  sky: Uint8Array
  /** Opacity of the clouds; null without clouds. */
  clouds: Uint8Array | null
  /** Far hills and the water in front of them. */
  far: Layer
  near: Layer
  /** The row where water begins; the height when there is none. */
  shore: number
}

/** Number of rows painted before yielding to other work. */
const ROWS_BEFORE_YIELD = 48

export async function paintLayers(scene: Scene, width: number, height: number): Promise<Layers> {
  const side = Math.sqrt(width * height)
  const cloudless: Scene = { ...scene, clouds: { ...scene.clouds, amount: 0 } }
  const paintSky = createSkyPainter(cloudless, width, height)
  const paintLand = createLandPainter(scene, width, height)
  const last = scene.ridges.length - 1
  const behind = new Float32Array(3)
  const paintFar = (x: number, y: number, target: Float32Array): number =>
    paintLand(x, y, last - 1, 0, target)
  const paintWater = createWaterPainter(scene, width, height, (x, y, target) => {
    const uncovered = paintFar(x, y, target)
    paintSky(x, y, behind)
    for (let channel = 0; channel < 3; channel += 1)
      target[channel] = target[channel]! + behind[channel]! * uncovered
  })
  const shore = scene.water ? scene.water.from * height : height
  const size = width * height + 1
  const layers: Layers = {
    width,
    sky: new Uint8Array(size * 3),
    clouds: scene.clouds.amount > 0.03 ? new Uint8Array(size) : null,
    far: { colour: new Uint8Array(size * 3), opacity: new Uint8Array(size) },
    near: { colour: new Uint8Array(size * 3), opacity: new Uint8Array(size) },
    shore,
  }
  const skyEnd = scene.horizon * height
  const colour = new Float32Array(3)
  for (let y = 0; y < height; y += 1) {
    if (y % ROWS_BEFORE_YIELD === 0) await setImmediate()
    for (let x = 0; x < width; x += 1) {
      const offset = y * width + x
      setPixel(layers.near, offset, colour, paintLand(x, y, last, last, colour))
      if (y > shore) {
        paintWater(x, y, colour)
        setPixel(layers.far, offset, colour, 0)
        continue
      }
      setPixel(layers.far, offset, colour, paintFar(x, y, colour))
      // The sky is also painted behind the hills, because the layers move.
      paintSky(x, y, colour)
      for (let channel = 0; channel < 3; channel += 1)
        layers.sky[offset * 3 + channel] = toByte(colour[channel]!)
      if (layers.clouds) {
        const density = cloudAt(scene, (x - width / 2) / side, y / side)
        layers.clouds[offset] = toByte(
          density * scene.clouds.amount * smoothstep(y / skyEnd / 0.25 + 0.15) * 0.8,
        )
      }
    }
  }
  return layers
}

function setPixel({ colour, opacity }: Layer, offset: number, from: Float32Array, uncovered: number): void {
  opacity[offset] = toByte(1 - uncovered)
  for (let channel = 0; channel < 3; channel += 1) colour[offset * 3 + channel] = toByte(from[channel]!)
}

function toByte(value: number): number {
  return value <= 0 ? 0 : value >= 1 ? 255 : Math.round(value * 255)
}
