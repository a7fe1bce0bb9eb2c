import type { Ridge, Scene } from './composeScene.ts'
import { type Noise, smoothstep } from './noise.ts'
import { ridgeLine, smoothed } from './ridgeLine.ts'

/** Paints the hills at one pixel, nearest first. Returns how much of the background still shows, 0 to 1. */
export type LandPainter = (
  x: number,
  y: number,
  nearest: number,
  farthest: number,
  into: Float32Array,
) => number

export function createLandPainter(scene: Scene, width: number, height: number): LandPainter {
  const side = Math.sqrt(width * height)
  const reach = Math.max(2, Math.round(side * 0.07))
  const edges = scene.ridges.map((ridge) => ridgeLine(ridge, scene.noise, width, height))
  const slopes = edges.map((rows) => smoothed(rows, reach))
  const sunX = width / 2 + scene.sun.x * side

  return (x, y, nearest, farthest, into) => {
    let left = 1
    into.fill(0)
    for (let i = nearest; i >= farthest && left > 0.004; i -= 1) {
      const ridge = scene.ridges[i]!
      const edge = Math.max(0.7, ridge.softness * side)
      const depth = y - edges[i]![x]!
      if (depth <= -edge) continue
      const cover = smoothstep((depth + edge) / (2 * edge))
      const fallen = y - slopes[i]![x]!
      const toFoot = smoothstep((fallen / side + 0.02) / ridge.fall)
      const lit = 0.85 * Math.exp(-Math.abs(depth) / (0.014 * side) - Math.abs(x - sunX) / (0.42 * side))
      const texture = scene.noise.plane((x / side) * 8 + i * 31, (y / side) * 24) * 0.012
      const white = ridge.snow > 0 ? snowAt(ridge, scene.noise, x / side, y / side, height / side, i) : 0
      const weight = cover * left
      for (let part = 0; part < 3; part += 1) {
        let value = ridge.body[part]!
        value += (0.97 - value) * white
        value += (ridge.foot[part]! - value) * toFoot
        value += (ridge.crest[part]! - value) * lit * (1 - white) + texture
        into[part] = into[part]! + value * weight
      }
      left *= 1 - cover
    }
    return left
  }
}

/** Snow cover at a point, 0 to 1: high up, in patches with soft borders. */
function snowAt(ridge: Ridge, noise: Noise, x: number, y: number, tall: number, index: number): number {
  const line = ridge.base * tall - ridge.swell * 0.12
  const patch = noise.plane(x * 11 + index * 13, y * 5) * 0.03 + noise.plane(x * 46, y * 22 + index) * 0.016
  const face = 0.72 + 0.28 * smoothstep(noise.plane(x * 16 + 40, y * 7 + index * 5) + 0.5)
  return smoothstep((line - y + patch) / 0.024) * 0.58 * ridge.snow * face
}
