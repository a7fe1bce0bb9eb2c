import type { Ridge } from './composeScene.ts'
import type { Noise } from './noise.ts'

/** The upper edge of one line of hills: a row for each column. */
export function ridgeLine(ridge: Ridge, noise: Noise, width: number, height: number): Float32Array {
  const side = Math.sqrt(width * height)
  const rows = new Float32Array(width)
  for (let x = 0; x < width; x += 1) {
    const at = (x - width / 2) / side
    const rise = heightOf(ridge, noise, at) * ridge.swell + treeHeightAt(ridge, noise, at)
    rows[x] = ridge.base * height - rise * side
  }
  return rows
}

/** A moving average of the edge, where mist starts, so that trees cause no streaks in it. */
export function smoothed(rows: Float32Array, reach: number): Float32Array {
  let from = rows
  for (let pass = 0; pass < 2; pass += 1) {
    const to = new Float32Array(rows.length)
    let sum = 0
    const at = (i: number) => from[Math.min(from.length - 1, Math.max(0, i))]!
    for (let i = -reach; i <= reach; i += 1) sum += at(i)
    for (let i = 0; i < rows.length; i += 1) {
      to[i] = sum / (2 * reach + 1)
      sum += at(i + reach + 1) - at(i - reach)
    }
    from = to
  }
  return from
}

/** Height of the hills without trees, about -1 to 1. */
function heightOf(ridge: Ridge, noise: Noise, at: number): number {
  const x = at * ridge.frequency + ridge.offset
  switch (ridge.shape) {
    case 'rolling':
      return noise.line(x) + noise.line(x * 2.13 + 7.7) * 0.34 + noise.line(x * 4.7 + 3.1) * 0.07
    case 'dunes': {
      const lean = x + noise.line(x * 0.8 + 40) * 0.35
      return noise.line(lean * 0.9) * 0.9 + noise.line(lean * 2.2 + 9) * 0.22
    }
    case 'peaks': {
      let sum = 0
      let size = 1
      let scale = 1
      for (let octave = 0; octave < 6; octave += 1) {
        const fold = 1 - Math.abs(noise.line(x * scale + octave * 17.3)) * 1.25
        sum += (fold - 0.5) * size
        size *= 0.46
        scale *= 2.17
      }
      return sum * 1.15
    }
  }
}

const TREE_SPACING = 0.0125

/** Height of the conifers along the crest, which grow in groups with gaps. */
function treeHeightAt(ridge: Ridge, noise: Noise, at: number): number {
  if (ridge.trees === 0) return 0
  let tallest = 0
  const spacing = TREE_SPACING * (0.55 + ridge.trees * 0.8)
  const cell = Math.floor(at / spacing)
  for (let i = cell - 2; i <= cell + 2; i += 1) {
    const chance = noise.line(i * 7.913 + ridge.offset)
    const stand = noise.line(i * spacing * 5 + ridge.offset * 3.7)
    if (stand + chance * 0.35 < -0.05) continue
    const centre = (i + 0.5 + noise.line(i * 3.37 + 50) * 0.4) * spacing
    const tall = spacing * (1.9 + chance * 1.9) * Math.min(1, 0.4 + stand)
    const away = Math.abs(at - centre) / (spacing * (0.5 + chance * 0.12))
    if (away >= 1) continue
    const tiers = 1 - away
    const serrated = tiers - Math.max(0, Math.sin(tiers * 19)) * 0.07
    tallest = Math.max(tallest, tall * serrated)
  }
  return tallest
}
