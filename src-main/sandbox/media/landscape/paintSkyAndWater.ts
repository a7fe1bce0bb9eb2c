import { createRandom } from '../../random.ts'
import { type Scene, SKY_STEPS } from './composeScene.ts'
import { smoothstep } from './noise.ts'

/** Writes the colour of one pixel, with channels from 0 to 1. The constants of the painters are tuned by eye. */
type PixelPainter = (x: number, y: number, target: Float32Array) => void

/** Creates the painter of a scene's sky, with sun or moon, stars, aurora and clouds, for an image of this size. */
export function createSkyPainter(scene: Scene, width: number, height: number): PixelPainter {
  /** Unit of length: the geometric mean of width and height. */
  const meanSide = Math.sqrt(width * height)
  const { noise, sun, clouds } = scene
  const sunX = width / 2 + sun.x * meanSide
  const sunY = sun.y * height
  const radius = sun.radius * meanSide
  const skyEnd = scene.horizon * height
  const stars = scene.stars > 0.3 ? createStarMap(scene, width, height) : null

  return (x, y, target) => {
    // The position from the centre of the top edge, in units of `meanSide`.
    const u = (x - width / 2) / meanSide
    const v = y / meanSide
    const drift = noise.at2d(u * 1.1 + 5, v * 1.4 + clouds.offset) * 0.035
    const step = Math.min(SKY_STEPS - 1, Math.max(0, Math.floor((y / skyEnd + drift) * SKY_STEPS)))
    let red = scene.sky[step * 3]!
    let green = scene.sky[step * 3 + 1]!
    let blue = scene.sky[step * 3 + 2]!
    const dx = x - sunX
    const dy = y - sunY
    const sunDistance = Math.sqrt(dx * dx + dy * dy)
    if (stars) {
      const star = (stars[y * width + x] ?? 0) * (1 - Math.exp(-sunDistance / (3.2 * radius)))
      red += star
      green += star
      blue += star
    }
    if (scene.aurora) {
      const glow = auroraAt(scene, u, y / skyEnd)
      const upperShare = Math.min(1, Math.max(0, 0.95 - (y / skyEnd) * 1.6))
      red += glow * mixChannel(scene.aurora.lowerColour[0], scene.aurora.upperColour[0], upperShare)
      green += glow * mixChannel(scene.aurora.lowerColour[1], scene.aurora.upperColour[1], upperShare)
      blue += glow * mixChannel(scene.aurora.lowerColour[2], scene.aurora.upperColour[2], upperShare)
    }
    const halo =
      0.62 * Math.exp(-sunDistance / (sun.glow * meanSide)) + 0.3 * Math.exp(-sunDistance / (radius * 1.5))
    const edge = Math.max(1, radius * (sun.isMoon ? 0.04 : 0.16))
    const moonSpots =
      sun.isMoon && sunDistance < radius * 1.1
        ? smoothstep(noise.at2d(dx / radius + 60, dy / radius) * 1.4)
        : 0
    const disc = smoothstep((radius + edge - sunDistance) / (2 * edge)) * (1 - moonSpots * 0.16)
    let cloud = 0
    if (clouds.amount > 0.03) {
      cloud = cloudAt(scene, u, v) * clouds.amount * smoothstep(y / skyEnd / 0.25 + 0.15)
    }
    const light = Math.min(1, halo * (sun.isMoon ? 0.6 : 1))
    red += (sun.colour[0] - red) * light
    green += (sun.colour[1] - green) * light
    blue += (sun.colour[2] - blue) * light
    red += (sun.colour[0] - red) * disc
    green += (sun.colour[1] - green) * disc
    blue += (sun.colour[2] - blue) * disc
    const cloudOpacity = cloud * (disc > 0.5 ? 0.55 : 0.8)
    target[0] = red + (clouds.light[0] - red) * cloudOpacity
    target[1] = green + (clouds.light[1] - green) * cloudOpacity
    target[2] = blue + (clouds.light[2] - blue) * cloudOpacity
  }
}

/** Density of the clouds at a point, 0 to 1. `u` and `v` are in units of `meanSide`. */
export function cloudAt(scene: Scene, u: number, v: number): number {
  const { noise, clouds } = scene
  const x = u * 1.7 + clouds.offset
  const y = v * 1.7 * clouds.stretch
  const warp = noise.at2d(x * 0.7 + 30, y * 0.35) * 0.8
  const sum =
    noise.at2d(x + warp, y + warp) +
    0.5 * noise.at2d(x * 2.1 + 11, y * 2.1 + warp) +
    0.26 * noise.at2d(x * 4.3 + 23, y * 4.3)
  return smoothstep((sum + clouds.lift - 0.28) / 0.95)
}

/** Brightness of the aurora at a point: a bright lower edge with rays that fade upwards. `v` is 0 at the top and 1 at the horizon. */
function auroraAt(scene: Scene, u: number, v: number): number {
  const { noise, aurora } = scene
  if (!aurora) return 0
  let glow = 0
  for (let band = 0; band < 3; band += 1) {
    const x = u * (0.9 + band * 0.4) + aurora.offset + band * 20
    const fold = noise.at1d(x * 2.3 + 4) * 0.07 + noise.at1d(x * 5.1) * 0.025
    const lowerEdge = 0.72 - band * 0.17 + noise.at1d(x) * 0.2 + fold
    const heightAbove = lowerEdge - v
    const rayHeight = 0.2 + 0.09 * noise.at1d(x * 1.7 + 30)
    const rays = 0.78 + 0.3 * noise.at1d(x * 9 + fold * 30) + 0.16 * noise.at1d(x * 31 + fold * 60)
    const density = smoothstep(noise.at1d(x * 0.8 + 60) * 0.9 + 0.62)
    const falloff =
      heightAbove < 0 ? Math.exp(-((heightAbove / 0.035) ** 2)) : Math.exp(-heightAbove / rayHeight)
    glow += falloff * rays * density * (0.62 - band * 0.14)
  }
  return glow * aurora.strength
}

/** Brightness of the stars per pixel. There are fewer near the horizon. */
function createStarMap(scene: Scene, width: number, height: number): Float32Array {
  const map = new Float32Array(width * height)
  const random = createRandom(Math.floor(scene.clouds.offset * 1e6))
  const meanSide = Math.sqrt(width * height)
  const end = scene.horizon * height
  const count = Math.round(520 * scene.stars * Math.max(1, width / height))
  for (let i = 0; i < count; i += 1) {
    const x = random() * width
    const y = random() ** 1.3 * end
    const size = (0.00045 + random() ** 6 * 0.0011) * meanSide
    const brightness = (0.15 + random() ** 3 * 0.75) * (1 - (y / end) * 0.8) * scene.stars
    const radius = Math.ceil(size * 3)
    for (let row = Math.floor(y) - radius; row <= y + radius; row += 1) {
      for (let column = Math.floor(x) - radius; column <= x + radius; column += 1) {
        if (row < 0 || column < 0 || row >= height || column >= width) continue
        const falloff = ((column - x) ** 2 + (row - y) ** 2) / (2 * size * size)
        const index = row * width + column
        map[index] = Math.min(1, map[index]! + brightness * Math.exp(-falloff))
      }
    }
  }
  return map
}

function mixChannel(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

/** Paints water that reflects what `paintAbove` paints, with ripples, glitter below the sun, and a duller foreground. */
export function createWaterPainter(
  scene: Scene,
  width: number,
  height: number,
  paintAbove: PixelPainter,
): PixelPainter {
  const meanSide = Math.sqrt(width * height)
  const { noise, sun, water } = scene
  const shore = (water?.from ?? 1) * height
  const tint = water?.tint ?? [0, 0, 0]
  const sunX = width / 2 + sun.x * meanSide
  const sunHeight = Math.max(0.05, (shore - sun.y * height) / meanSide)

  return (x, y, target) => {
    const below = (y - shore) / meanSide
    const depth = Math.min(1, (y - shore) / Math.max(1, height - shore))
    const u = x / meanSide
    // Perspective: waves look smaller towards the far shore.
    const row = Math.log(below * 9 + 0.12) * 26
    const ripple = noise.at2d(u * (22 - 12 * depth), row) + 0.5 * noise.at2d(u * 44 + 9, row * 2.3)
    const mirroredY = shore - (y - shore) + ripple * meanSide * (0.004 + 0.03 * depth)
    const shiftedX = x + ripple * meanSide * 0.008
    paintAbove(
      clamp(Math.round(shiftedX), width - 1),
      clamp(Math.round(mirroredY), Math.floor(shore)),
      target,
    )
    const tintShare = 0.12 + 0.34 * depth + ripple * 0.045
    const glitterWidth = 0.035 + below * 0.16
    const sunOffset = (x - sunX) / meanSide / glitterWidth
    const sparkle = smoothstep((noise.at2d(u * 30 + 70, row * 1.7) + ripple * 0.5 + 0.12) / 0.7)
    const distanceFactor = Math.exp(-(((below - sunHeight) / 0.34) ** 2))
    const glitter =
      (sun.isMoon ? 0.45 : 0.6) * Math.exp(-sunOffset * sunOffset) * sparkle * (0.25 + 0.75 * distanceFactor)
    // Light mist along the far shore.
    const mist = 0.3 * Math.exp(-below / 0.02)
    for (let channel = 0; channel < 3; channel += 1) {
      let value = target[channel]!
      value += (tint[channel]! - value) * tintShare
      value += (scene.sun.colour[channel]! - value) * glitter
      target[channel] = value + (scene.clouds.light[channel]! - value) * mist * (sun.isMoon ? 0.25 : 1)
    }
  }
}

function clamp(value: number, max: number): number {
  return Math.min(max, Math.max(0, value))
}
