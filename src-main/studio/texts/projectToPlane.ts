import { dot, meanOf, normOf } from './vectors.ts'

export interface PlanePoint {
  x: number
  y: number
}

const MOST_TURNS = 60
const STILL = 1e-7

/**
 * Vectors of one dimension in the plane by their two principal components (PCA by power iteration), between -1 and 1.
 * The same vectors in the same order always give the same picture.
 */
export function projectToPlane(vectors: readonly Float32Array[]): PlanePoint[] {
  const mean = meanOf(vectors)
  const centred = vectors.map((vector) => Float64Array.from(vector, (value, at) => value - (mean[at] ?? 0)))
  const first = component(centred, null)
  const second = first && component(centred, first)
  const along = (axis: Float64Array | null) => centred.map((vector) => (axis ? dot(vector, axis) : 0))
  const [xs, ys] = [along(first), along(second)]
  const widest = Math.max(...xs.map(Math.abs), ...ys.map(Math.abs), Number.MIN_VALUE)
  return xs.map((x, at) => ({ x: x / widest, y: (ys[at] ?? 0) / widest }))
}

/** The direction in which the vectors differ most, other than `without`; null where they do not differ. */
function component(vectors: readonly Float64Array[], without: Float64Array | null): Float64Array | null {
  let axis = direction(start(vectors, without))
  for (let turn = 0; axis && turn < MOST_TURNS; turn++) {
    const next = new Float64Array(axis.length)
    for (const vector of vectors) addScaled(next, vector, dot(vector, axis))
    const turned = direction(freed(next, without))
    if (!turned) return null
    const moved = 1 - Math.abs(dot(turned, axis))
    axis = turned
    if (moved < STILL) break
  }
  if (axis === null) return null
  // A direction has two ways: the one whose largest part is positive.
  const largest = axis.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0)
  return largest < 0 ? axis.map((value) => -value) : axis
}

/** Begins with the vector farthest out: it can't be at right angles to all that differs. */
function start(vectors: readonly Float64Array[], without: Float64Array | null): Float64Array {
  const free = vectors.map((vector) => freed(vector, without))
  return free.reduce((best, vector) => (normOf(vector) > normOf(best) ? vector : best), new Float64Array(0))
}

function freed(vector: Float64Array, without: Float64Array | null): Float64Array {
  if (!without) return vector
  const rest = Float64Array.from(vector)
  addScaled(rest, without, -dot(vector, without))
  return rest
}

function addScaled(sum: Float64Array, vector: Float64Array, factor: number): void {
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0) * factor
}

function direction(vector: Float64Array): Float64Array | null {
  const length = normOf(vector)
  return length > 1e-12 ? vector.map((value) => value / length) : null
}
