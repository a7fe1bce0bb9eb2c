import type { Scene } from './composeScene.ts'
import { smoothstep } from './noise.ts'
import type { PixelPainter } from './paintSky.ts'

/** Paints water that reflects what `paintAbove` paints, with ripples, glitter below the sun, and a duller foreground. */
export function createWaterPainter(
  scene: Scene,
  width: number,
  height: number,
  paintAbove: PixelPainter,
): PixelPainter {
  const side = Math.sqrt(width * height)
  const { noise, sun, water } = scene
  const shore = (water?.from ?? 1) * height
  const tint = water?.tint ?? [0, 0, 0]
  const sunX = width / 2 + sun.x * side
  const sunHeight = Math.max(0.05, (shore - sun.y * height) / side)

  return (x, y, target) => {
    const below = (y - shore) / side
    const depth = Math.min(1, (y - shore) / Math.max(1, height - shore))
    const u = x / side
    // Perspective: waves look smaller towards the far shore.
    const row = Math.log(below * 9 + 0.12) * 26
    const ripple = noise.at2d(u * (22 - 12 * depth), row) + 0.5 * noise.at2d(u * 44 + 9, row * 2.3)
    const mirroredY = shore - (y - shore) + ripple * side * (0.004 + 0.03 * depth)
    const shiftedX = x + ripple * side * 0.008
    paintAbove(
      clamp(Math.round(shiftedX), width - 1),
      clamp(Math.round(mirroredY), Math.floor(shore)),
      target,
    )
    const tintShare = 0.12 + 0.34 * depth + ripple * 0.045
    const glitterWidth = 0.035 + below * 0.16
    const sunOffset = (x - sunX) / side / glitterWidth
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
