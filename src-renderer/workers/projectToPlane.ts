const MAX_TURNS = 60
const STILL = 1e-7
/** The components of an evenly spaced sample of this size are close enough to those of all vectors. */
const SAMPLE = 1000

/**
 * Vectors of one dimension, one after the other in `all`, in the plane by their two principal components (PCA by power
 * iteration): x and y of each, between -1 and 1. The same vectors in the same order always give the same image.
 */
export function projectToPlane(all: Float32Array, dimension: number): Float32Array {
  const count = dimension > 0 ? Math.floor(all.length / dimension) : 0
  const rows = centred(all, dimension, count)
  const step = Math.ceil(count / SAMPLE)
  const sample = step > 1 ? rows.filter((_, at) => at % step === 0) : rows
  const first = component(sample, null)
  const second = first && component(sample, first)
  const positions = new Float32Array(count * 2)
  let widest = Number.MIN_VALUE
  for (const [at, row] of rows.entries()) {
    const [x, y] = [first ? dot(row, first) : 0, second ? dot(row, second) : 0]
    widest = Math.max(widest, Math.abs(x), Math.abs(y))
    positions[2 * at] = x
    positions[2 * at + 1] = y
  }
  return positions.map((value) => Math.max(-1, Math.min(1, value / widest)))
}

function centred(all: Float32Array, dimension: number, count: number): Float64Array[] {
  const rows = Array.from({ length: count }, (_, at) =>
    Float64Array.from(all.subarray(at * dimension, (at + 1) * dimension)),
  )
  const mean = new Float64Array(dimension)
  for (const row of rows) addScaled(mean, row, 1 / count)
  for (const row of rows) addScaled(row, mean, -1)
  return rows
}

/** The direction of greatest variance orthogonal to `without`; null if there is no variance. */
function component(rows: readonly Float64Array[], without: Float64Array | null): Float64Array | null {
  let axis = direction(start(rows, without))
  for (let turn = 0; axis && turn < MAX_TURNS; turn++) {
    const next = new Float64Array(axis.length)
    for (const row of rows) addScaled(next, row, dot(row, axis))
    const turned = direction(freed(next, without))
    if (!turned) return null
    const moved = 1 - Math.abs(dot(turned, axis))
    axis = turned
    if (moved < STILL) break
  }
  if (axis === null) return null
  // Makes the largest component positive, because the sign of a direction is arbitrary.
  const largest = axis.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0)
  return largest < 0 ? axis.map((value) => -value) : axis
}

/** Starts with the longest vector, which can't be orthogonal to all variance. */
function start(rows: readonly Float64Array[], without: Float64Array | null): Float64Array {
  let best: Float64Array = new Float64Array(0)
  let farthest = -1
  for (const row of rows) {
    const free = freed(row, without)
    const far = dot(free, free)
    if (far > farthest) [best, farthest] = [free, far]
  }
  return best
}

function freed(row: Float64Array, without: Float64Array | null): Float64Array {
  if (!without) return row
  const rest = Float64Array.from(row)
  addScaled(rest, without, -dot(row, without))
  return rest
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

function addScaled(sum: Float64Array, row: Float64Array, factor: number): void {
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (row[at] ?? 0) * factor
}

function direction(row: Float64Array): Float64Array | null {
  const length = Math.sqrt(dot(row, row))
  return length > 1e-12 ? row.map((value) => value / length) : null
}
