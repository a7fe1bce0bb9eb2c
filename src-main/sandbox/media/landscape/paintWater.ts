import type { Scene } from './composeScene.ts'
import { smoothstep } from './noise.ts'

type PixelPainter = (x: number, y: number, into: Float32Array) => void

/** Paints water that reflects what `above` paints, with ripples and sun glitter, and duller in the foreground. */
export function createWaterPainter(
  scene: Scene,
  width: number,
  height: number,
  above: PixelPainter,
): PixelPainter {
  const side = Math.sqrt(width * height)
  const { noise, sun, water } = scene
  const shore = (water?.from ?? 1) * height
  const tint = water?.tint ?? [0, 0, 0]
  const sunX = width / 2 + sun.x * side
  const sunUp = Math.max(0.05, (shore - sun.y * height) / side)

  return (x, y, into) => {
    const below = (y - shore) / side
    const depth = Math.min(1, (y - shore) / Math.max(1, height - shore))
    const u = x / side
    // Perspective: waves look smaller towards the far shore.
    const row = Math.log(below * 9 + 0.12) * 26
    const ripple = noise.plane(u * (22 - 12 * depth), row) + 0.5 * noise.plane(u * 44 + 9, row * 2.3)
    const mirrored = shore - (y - shore) + ripple * side * (0.004 + 0.03 * depth)
    const swayed = x + ripple * side * 0.008
    above(clamp(Math.round(swayed), width - 1), clamp(Math.round(mirrored), Math.floor(shore)), into)
    const dull = 0.12 + 0.34 * depth + ripple * 0.045
    const spread = 0.035 + below * 0.16
    const across = (x - sunX) / side / spread
    const sparkle = smoothstep((noise.plane(u * 30 + 70, row * 1.7) + ripple * 0.5 + 0.12) / 0.7)
    const reach = Math.exp(-(((below - sunUp) / 0.34) ** 2))
    const glitter = (sun.moon ? 0.45 : 0.6) * Math.exp(-across * across) * sparkle * (0.25 + 0.75 * reach)
    // Light mist along the far shore.
    const mist = 0.3 * Math.exp(-below / 0.02)
    for (let part = 0; part < 3; part += 1) {
      let value = into[part]!
      value += (tint[part]! - value) * dull
      value += (scene.sun.colour[part]! - value) * glitter
      into[part] = value + (scene.clouds.light[part]! - value) * mist * (sun.moon ? 0.25 : 1)
    }
  }
}

function clamp(value: number, max: number): number {
  return Math.min(max, Math.max(0, value))
}
