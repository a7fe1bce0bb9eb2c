import type { Ridge, Scene } from './composeScene.ts'
import { type Noise, smoothstep } from './noise.ts'

/**
 * Writes the colour of the hills at one pixel, painted from the nearest ridge to the farthest. Returns the
 * transmittance: the fraction of the background that shows through, 0 to 1.
 */
type LandPainter = (x: number, y: number, nearest: number, farthest: number, target: Float32Array) => number

/** Creates the painter of a scene's hills for an image of this size. */
export function createLandPainter(scene: Scene, width: number, height: number): LandPainter {
  const meanSide = Math.sqrt(width * height)
  const smoothingRadius = Math.max(2, Math.round(meanSide * 0.07))
  const edges = scene.ridges.map((ridge) => computeRidgeLine(ridge, scene.noise, width, height))
  const slopes = edges.map((rows) => smoothRidgeLine(rows, smoothingRadius))
  const sunX = width / 2 + scene.sun.x * meanSide

  return (x, y, nearest, farthest, target) => {
    let transmittance = 1
    target.fill(0)
    for (let i = nearest; i >= farthest && transmittance > 0.004; i -= 1) {
      const ridge = scene.ridges[i]!
      const edge = Math.max(0.7, ridge.softness * meanSide)
      const depth = y - edges[i]![x]!
      if (depth <= -edge) continue
      const cover = smoothstep((depth + edge) / (2 * edge))
      const depthOnSlope = y - slopes[i]![x]!
      const footShare = smoothstep((depthOnSlope / meanSide + 0.02) / ridge.mistDistance)
      const sunlight =
        0.85 * Math.exp(-Math.abs(depth) / (0.014 * meanSide) - Math.abs(x - sunX) / (0.42 * meanSide))
      const texture = scene.noise.at2d((x / meanSide) * 8 + i * 31, (y / meanSide) * 24) * 0.012
      const snowCover =
        ridge.snow > 0 ? snowCoverAt(ridge, scene.noise, x / meanSide, y / meanSide, height / meanSide, i) : 0
      const weight = cover * transmittance
      for (let channel = 0; channel < 3; channel += 1) {
        let value = ridge.body[channel]!
        value += (0.97 - value) * snowCover
        value += (ridge.foot[channel]! - value) * footShare
        value += (ridge.crest[channel]! - value) * sunlight * (1 - snowCover) + texture
        target[channel] = target[channel]! + value * weight
      }
      transmittance *= 1 - cover
    }
    return transmittance
  }
}

/** Snow cover at a point, 0 to 1: high up, in patches with soft borders. Lengths are shares of the mean side. */
function snowCoverAt(
  ridge: Ridge,
  noise: Noise,
  x: number,
  y: number,
  imageHeight: number,
  index: number,
): number {
  const line = ridge.base * imageHeight - ridge.amplitude * 0.12
  const patch = noise.at2d(x * 11 + index * 13, y * 5) * 0.03 + noise.at2d(x * 46, y * 22 + index) * 0.016
  const face = 0.72 + 0.28 * smoothstep(noise.at2d(x * 16 + 40, y * 7 + index * 5) + 0.5)
  return smoothstep((line - y + patch) / 0.024) * 0.58 * ridge.snow * face
}

/** The upper edge of one line of hills: a row for each column. */
function computeRidgeLine(ridge: Ridge, noise: Noise, width: number, height: number): Float32Array {
  const meanSide = Math.sqrt(width * height)
  const rows = new Float32Array(width)
  for (let x = 0; x < width; x += 1) {
    const position = (x - width / 2) / meanSide
    const rise = hillHeightAt(ridge, noise, position) * ridge.amplitude + treeHeightAt(ridge, noise, position)
    rows[x] = ridge.base * height - rise * meanSide
  }
  return rows
}

/** A moving average of the edge. Mist starts there, so that single trees cause no streaks in it. */
function smoothRidgeLine(rows: Float32Array, radius: number): Float32Array {
  let from = rows
  for (let pass = 0; pass < 2; pass += 1) {
    const to = new Float32Array(rows.length)
    let sum = 0
    const rowAt = (i: number) => from[Math.min(from.length - 1, Math.max(0, i))]!
    for (let i = -radius; i <= radius; i += 1) sum += rowAt(i)
    for (let i = 0; i < rows.length; i += 1) {
      to[i] = sum / (2 * radius + 1)
      sum += rowAt(i + radius + 1) - rowAt(i - radius)
    }
    from = to
  }
  return from
}

/** Height of the hills without trees, about -1 to 1. */
function hillHeightAt(ridge: Ridge, noise: Noise, position: number): number {
  const x = position * ridge.frequency + ridge.offset
  switch (ridge.shape) {
    case 'rolling':
      return noise.at1d(x) + noise.at1d(x * 2.13 + 7.7) * 0.34 + noise.at1d(x * 4.7 + 3.1) * 0.07
    case 'dunes': {
      const lean = x + noise.at1d(x * 0.8 + 40) * 0.35
      return noise.at1d(lean * 0.9) * 0.9 + noise.at1d(lean * 2.2 + 9) * 0.22
    }
    case 'peaks': {
      let sum = 0
      let size = 1
      let scale = 1
      for (let octave = 0; octave < 6; octave += 1) {
        const fold = 1 - Math.abs(noise.at1d(x * scale + octave * 17.3)) * 1.25
        sum += (fold - 0.5) * size
        size *= 0.46
        scale *= 2.17
      }
      return sum * 1.15
    }
  }
}

/** Distance between trees, as a share of the image's mean side. */
const TREE_SPACING = 0.0125

/** Height of the conifers along the crest, which grow in groups with gaps. */
function treeHeightAt(ridge: Ridge, noise: Noise, position: number): number {
  if (ridge.treeDensity === 0) return 0
  let tallest = 0
  const spacing = TREE_SPACING * (0.55 + ridge.treeDensity * 0.8)
  const cell = Math.floor(position / spacing)
  for (let i = cell - 2; i <= cell + 2; i += 1) {
    const chance = noise.at1d(i * 7.913 + ridge.offset)
    const groupDensity = noise.at1d(i * spacing * 5 + ridge.offset * 3.7)
    if (groupDensity + chance * 0.35 < -0.05) continue
    const centre = (i + 0.5 + noise.at1d(i * 3.37 + 50) * 0.4) * spacing
    const height = spacing * (1.9 + chance * 1.9) * Math.min(1, 0.4 + groupDensity)
    const distance = Math.abs(position - centre) / (spacing * (0.5 + chance * 0.12))
    if (distance >= 1) continue
    const tiers = 1 - distance
    const serrated = tiers - Math.max(0, Math.sin(tiers * 19)) * 0.07
    tallest = Math.max(tallest, height * serrated)
  }
  return tallest
}
