import { setImmediate } from 'node:timers/promises'
import { createRandom, hashText } from '../../random.ts'
import { composeScene, type LandscapeParameters, type Scene } from './composeScene.ts'
import type { RgbaImage } from '../RgbaImage.ts'
import { createLandPainter } from './paintLand.ts'
import { createSkyPainter, createWaterPainter } from './paintSkyAndWater.ts'

/** Number of rows painted before yielding to other work. */
const ROWS_BEFORE_YIELD = 64

/** Paints a landscape with sky, sun, water, hills in haze and a little grain. */
export async function paintLandscape(parameters: LandscapeParameters): Promise<RgbaImage> {
  const { width, height, detail = 1 } = parameters
  if (detail >= 1) return paintPixels(parameters)
  const size = { width: Math.ceil(width * detail), height: Math.ceil(height * detail) }
  return repeatPixels(await paintPixels({ ...parameters, ...size }), width, height)
}

async function paintPixels(parameters: LandscapeParameters): Promise<RgbaImage> {
  const { width, height } = parameters
  const scene = composeScene(parameters)
  const paintPixel = createPixelPainter(scene, width, height)
  const random = createRandom(hashText(`grain ${String(parameters.seed)}`))
  const pixels = new Uint8ClampedArray(width * height * 4)
  const colour = new Float32Array(3)
  for (let y = 0; y < height; y += 1) {
    if (y % ROWS_BEFORE_YIELD === 0) await setImmediate()
    for (let x = 0; x < width; x += 1) {
      paintPixel(x, y, colour)
      const grain = (random() + random() - 1) * scene.grain
      const offset = (y * width + x) * 4
      for (let channel = 0; channel < 3; channel += 1)
        pixels[offset + channel] = (colour[channel]! + grain) * 255
      pixels[offset + 3] = 255
    }
  }
  return { width, height, pixels }
}

/** Enlarges without interpolation, which takes almost no time. */
function repeatPixels(from: RgbaImage, width: number, height: number): RgbaImage {
  const source = new Uint32Array(from.pixels.buffer)
  const target = new Uint32Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * from.height) / height) * from.width
    for (let x = 0; x < width; x += 1)
      target[y * width + x] = source[row + Math.floor((x * from.width) / width)]!
  }
  return { width, height, pixels: new Uint8ClampedArray(target.buffer) }
}

function createPixelPainter(scene: Scene, width: number, height: number) {
  const meanSide = Math.sqrt(width * height)
  const last = scene.ridges.length - 1
  const paintSky = createSkyPainter(scene, width, height)
  const paintLand = createLandPainter(scene, width, height)
  const behind = new Float32Array(3)
  const sunX = width / 2 + scene.sun.x * meanSide
  const sunY = scene.sun.y * height

  /** Paints the hills from `nearest` to the farthest, and the sky behind them. */
  const paintFar = (x: number, y: number, nearest: number, target: Float32Array): void => {
    const transmittance = paintLand(x, y, nearest, 0, target)
    if (transmittance > 0.004) {
      paintSky(x, y, behind)
      for (let channel = 0; channel < 3; channel += 1)
        target[channel] = target[channel]! + behind[channel]! * transmittance
    }
    // Glare over hills in front of the sun.
    const glare =
      0.24 * Math.exp(-Math.hypot(x - sunX, y - sunY) / (0.17 * meanSide)) * (1 - transmittance * 0.9)
    for (let channel = 0; channel < 3; channel += 1) {
      const value = target[channel]!
      target[channel] = value + (1 - value) * glare * scene.sun.colour[channel]!
    }
  }

  const { water } = scene
  if (!water) return (x: number, y: number, target: Float32Array) => paintFar(x, y, last, target)

  const paintWater = createWaterPainter(scene, width, height, (x, y, target) =>
    paintFar(x, y, last - 1, target),
  )
  const surface = new Float32Array(3)
  return (x: number, y: number, target: Float32Array): void => {
    const transmittance = paintLand(x, y, last, last, target)
    if (transmittance <= 0.004) return
    if (y > water.from * height) paintWater(x, y, surface)
    else paintFar(x, y, last - 1, surface)
    for (let channel = 0; channel < 3; channel += 1)
      target[channel] = target[channel]! + surface[channel]! * transmittance
  }
}
