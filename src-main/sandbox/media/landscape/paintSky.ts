import { createRandom } from '../../random.ts'
import { type Scene, SKY_STEPS } from './composeScene.ts'
import { smoothstep } from './noise.ts'

/** Writes the colour of one pixel of sky. */
export type SkyPainter = (x: number, y: number, into: Float32Array) => void

export function createSkyPainter(scene: Scene, width: number, height: number): SkyPainter {
  const side = Math.sqrt(width * height)
  const { noise, sun, clouds } = scene
  const sunX = width / 2 + sun.x * side
  const sunY = sun.y * height
  const radius = sun.radius * side
  const skyEnd = scene.horizon * height
  const stars = scene.stars > 0.3 ? starMap(scene, width, height) : null

  return (x, y, into) => {
    const u = (x - width / 2) / side
    const v = y / side
    const drift = noise.plane(u * 1.1 + 5, v * 1.4 + clouds.offset) * 0.035
    const step = Math.min(SKY_STEPS - 1, Math.max(0, Math.floor((y / skyEnd + drift) * SKY_STEPS)))
    let red = scene.sky[step * 3]!
    let green = scene.sky[step * 3 + 1]!
    let blue = scene.sky[step * 3 + 2]!
    const dx = x - sunX
    const dy = y - sunY
    const reach = Math.sqrt(dx * dx + dy * dy)
    if (stars) {
      const star = (stars[y * width + x] ?? 0) * (1 - Math.exp(-reach / (3.2 * radius)))
      red += star
      green += star
      blue += star
    }
    if (scene.aurora) {
      const glow = auroraAt(scene, u, y / skyEnd)
      const high = Math.min(1, Math.max(0, 0.95 - (y / skyEnd) * 1.6))
      red += glow * mixChannel(scene.aurora.low[0], scene.aurora.high[0], high)
      green += glow * mixChannel(scene.aurora.low[1], scene.aurora.high[1], high)
      blue += glow * mixChannel(scene.aurora.low[2], scene.aurora.high[2], high)
    }
    const halo = 0.62 * Math.exp(-reach / (sun.glow * side)) + 0.3 * Math.exp(-reach / (radius * 1.5))
    const edge = Math.max(1, radius * (sun.moon ? 0.04 : 0.16))
    const seas =
      sun.moon && reach < radius * 1.1 ? smoothstep(noise.plane(dx / radius + 60, dy / radius) * 1.4) : 0
    const disc = smoothstep((radius + edge - reach) / (2 * edge)) * (1 - seas * 0.16)
    let cloud = 0
    if (clouds.amount > 0.03) {
      cloud = cloudAt(scene, u, v) * clouds.amount * smoothstep(y / skyEnd / 0.25 + 0.15)
    }
    const light = Math.min(1, halo * (sun.moon ? 0.6 : 1))
    red += (sun.colour[0] - red) * light
    green += (sun.colour[1] - green) * light
    blue += (sun.colour[2] - blue) * light
    red += (sun.colour[0] - red) * disc
    green += (sun.colour[1] - green) * disc
    blue += (sun.colour[2] - blue) * disc
    const veil = cloud * (disc > 0.5 ? 0.55 : 0.8)
    into[0] = red + (clouds.light[0] - red) * veil
    into[1] = green + (clouds.light[1] - green) * veil
    into[2] = blue + (clouds.light[2] - blue) * veil
  }
}

/** Density of the clouds at a point, 0 to 1. Lengths are shares of the mean side. */
export function cloudAt(scene: Scene, u: number, v: number): number {
  const { noise, clouds } = scene
  const x = u * 1.7 + clouds.offset
  const y = v * 1.7 * clouds.stretch
  const bend = noise.plane(x * 0.7 + 30, y * 0.35) * 0.8
  const sum =
    noise.plane(x + bend, y + bend) +
    0.5 * noise.plane(x * 2.1 + 11, y * 2.1 + bend) +
    0.26 * noise.plane(x * 4.3 + 23, y * 4.3)
  return smoothstep((sum + clouds.lift - 0.28) / 0.95)
}

/** Brightness of the aurora at a point: a bright lower edge with rays that fade upwards. `v` is 0 at the top and 1 at the horizon. */
function auroraAt(scene: Scene, u: number, v: number): number {
  const { noise, aurora } = scene
  if (!aurora) return 0
  let glow = 0
  for (let band = 0; band < 3; band += 1) {
    const x = u * (0.9 + band * 0.4) + aurora.offset + band * 20
    const fold = noise.line(x * 2.3 + 4) * 0.07 + noise.line(x * 5.1) * 0.025
    const foot = 0.72 - band * 0.17 + noise.line(x) * 0.2 + fold
    const above = foot - v
    const tall = 0.2 + 0.09 * noise.line(x * 1.7 + 30)
    const rays = 0.78 + 0.3 * noise.line(x * 9 + fold * 30) + 0.16 * noise.line(x * 31 + fold * 60)
    const thick = smoothstep(noise.line(x * 0.8 + 60) * 0.9 + 0.62)
    const up = above < 0 ? Math.exp(-((above / 0.035) ** 2)) : Math.exp(-above / tall)
    glow += up * rays * thick * (0.62 - band * 0.14)
  }
  return glow * aurora.strength
}

/** Brightness of the stars per pixel. There are fewer near the horizon. */
function starMap(scene: Scene, width: number, height: number): Float32Array {
  const map = new Float32Array(width * height)
  const random = createRandom(Math.floor(scene.clouds.offset * 1e6))
  const side = Math.sqrt(width * height)
  const end = scene.horizon * height
  const count = Math.round(520 * scene.stars * Math.max(1, width / height))
  for (let i = 0; i < count; i += 1) {
    const x = random() * width
    const y = random() ** 1.3 * end
    const size = (0.00045 + random() ** 6 * 0.0011) * side
    const power = (0.15 + random() ** 3 * 0.75) * (1 - (y / end) * 0.8) * scene.stars
    const reach = Math.ceil(size * 3)
    for (let row = Math.floor(y) - reach; row <= y + reach; row += 1) {
      for (let column = Math.floor(x) - reach; column <= x + reach; column += 1) {
        if (row < 0 || column < 0 || row >= height || column >= width) continue
        const away = ((column - x) ** 2 + (row - y) ** 2) / (2 * size * size)
        const at = row * width + column
        map[at] = Math.min(1, map[at]! + power * Math.exp(-away))
      }
    }
  }
  return map
}

function mixChannel(from: number, to: number, share: number): number {
  return from + (to - from) * share
}
