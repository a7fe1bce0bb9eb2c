import { createRandom, hashText } from '../../random.ts'
import { composeScene, type LandscapeParameters, type Scene } from '../landscape/composeScene.ts'
import type { FrameSource } from '../RgbaImage.ts'
import { setImmediate } from 'node:timers/promises'
import { createLandPainter } from '../landscape/paintLand.ts'
import { cloudAt, createSkyPainter, createWaterPainter } from '../landscape/paintSkyAndWater.ts'
import { smoothstep } from '../landscape/noise.ts'

/** How far each layer moves to each side of the middle during the video, as a fraction of the margin. */
const PARALLAX = { sky: 0.12, far: 0.4, near: 1, clouds: 0.9 }

/**
 * Animates a landscape with parallax (the constants are tuned by eye): near hills move faster than far ones, clouds drift, water ripples.
 */
export async function animateLandscape(
  parameters: LandscapeParameters,
  fps: number,
  count: number,
): Promise<FrameSource> {
  const { width, height } = parameters
  const random = createRandom(hashText(`camera ${String(parameters.seed)}`))
  const direction = random() < 0.5 ? -1 : 1
  const windDirection = direction * (random() < 0.7 ? 1 : -1)
  const margin = Math.max(4, Math.round(width * 0.09))
  const scene: Scene = composeScene(parameters)
  const layers = await paintLayers(scene, width + 2 * margin, height)
  const last = Math.max(1, count - 1)
  const light = scene.clouds.light.map((channel) => channel * 255)

  return {
    width,
    height,
    fps,
    count,
    frame: (index) => {
      const progress = index / last
      const layerOffset = (parallax: number, sign = direction) =>
        margin * (1 + sign * parallax * (2 * progress - 1) * 0.98)
      const sky = splitOffset(layerOffset(PARALLAX.sky))
      const far = splitOffset(layerOffset(PARALLAX.far))
      const near = splitOffset(layerOffset(PARALLAX.near))
      const cloud = splitOffset(layerOffset(PARALLAX.clouds, -windDirection))
      const seconds = index / fps
      const glow = 0.97 + 0.05 * progress
      const pixels = new Uint8ClampedArray(width * height * 4)
      for (let y = 0; y < height; y += 1) {
        const row = y * layers.width
        const wave = y > layers.shore ? rippleOffset(y, layers.shore, height, seconds, width) : 0
        const water =
          wave === 0
            ? far
            : splitOffset(Math.min(2 * margin - 1, Math.max(0, far.whole + far.fraction + wave)))
        for (let x = 0; x < width; x += 1) {
          const to = (y * width + x) * 4
          const nearIndex = row + x + near.whole
          const farIndex = row + x + water.whole
          const skyIndex = row + x + sky.whole
          const cloudIndex = row + x + cloud.whole
          const nearOpacity = interpolate(layers.near.opacity, nearIndex, near.fraction) / 255
          const farOpacity = interpolate(layers.far.opacity, farIndex, water.fraction) / 255
          const cloudOpacity = layers.clouds
            ? interpolate(layers.clouds, cloudIndex, cloud.fraction) / 255
            : 0
          for (let channel = 0; channel < 3; channel += 1) {
            let value = interpolateChannel(layers.sky, skyIndex, sky.fraction, channel)
            value += (light[channel]! - value) * cloudOpacity
            value =
              interpolateChannel(layers.far.colour, farIndex, water.fraction, channel) +
              value * (1 - farOpacity)
            pixels[to + channel] =
              (interpolateChannel(layers.near.colour, nearIndex, near.fraction, channel) +
                value * (1 - nearOpacity)) *
              glow
          }
          pixels[to + 3] = 255
        }
      }
      return Promise.resolve({ width, height, pixels })
    },
  }
}

/** An offset split into whole pixels and the fraction. */
function splitOffset(pixels: number): { whole: number; fraction: number } {
  const whole = Math.floor(pixels)
  return { whole, fraction: pixels - whole }
}

function interpolate(from: Uint8Array, index: number, fraction: number): number {
  return from[index]! + (from[index + 1]! - from[index]!) * fraction
}

function interpolateChannel(from: Uint8Array, index: number, fraction: number, channel: number): number {
  const first = from[index * 3 + channel]!
  return first + (from[index * 3 + 3 + channel]! - first) * fraction
}

/** Horizontal offset of a row of water, larger in the foreground. */
function rippleOffset(y: number, shore: number, height: number, seconds: number, width: number): number {
  const depth = (y - shore) / Math.max(1, height - shore)
  const phase = Math.log(depth * 9 + 0.12) * 14
  return (
    (Math.sin(phase + seconds * 1.7) + 0.6 * Math.sin(phase * 2.3 - seconds * 2.6)) *
    width *
    (0.0012 + 0.006 * depth)
  )
}

/** A layer with premultiplied colours. */
interface Layer {
  /** RGB, multiplied by the opacity. */
  colour: Uint8Array
  opacity: Uint8Array
}

/** The layers of a landscape, wider than a frame. The buffers have one spare pixel at the end, for interpolation. */
interface Layers {
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

async function paintLayers(scene: Scene, width: number, height: number): Promise<Layers> {
  const meanSide = Math.sqrt(width * height)
  const cloudless: Scene = { ...scene, clouds: { ...scene.clouds, amount: 0 } }
  const paintSky = createSkyPainter(cloudless, width, height)
  const paintLand = createLandPainter(scene, width, height)
  const last = scene.ridges.length - 1
  const behind = new Float32Array(3)
  const paintFar = (x: number, y: number, target: Float32Array): number =>
    paintLand(x, y, last - 1, 0, target)
  const paintWater = createWaterPainter(scene, width, height, (x, y, target) => {
    const transmittance = paintFar(x, y, target)
    paintSky(x, y, behind)
    for (let channel = 0; channel < 3; channel += 1)
      target[channel] = target[channel]! + behind[channel]! * transmittance
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
        const density = cloudAt(scene, (x - width / 2) / meanSide, y / meanSide)
        layers.clouds[offset] = toByte(
          density * scene.clouds.amount * smoothstep(y / skyEnd / 0.25 + 0.15) * 0.8,
        )
      }
    }
  }
  return layers
}

/** Writes one pixel of a layer. `transmittance` is the fraction of the background that shows through, 0 to 1. */
function setPixel(
  { colour, opacity }: Layer,
  offset: number,
  from: Float32Array,
  transmittance: number,
): void {
  opacity[offset] = toByte(1 - transmittance)
  for (let channel = 0; channel < 3; channel += 1) colour[offset * 3 + channel] = toByte(from[channel]!)
}

function toByte(value: number): number {
  return value <= 0 ? 0 : value >= 1 ? 255 : Math.round(value * 255)
}
