/** Vectors of the same dimension, as base64 pages of little-endian 32-bit floats. */
export interface PlaneRequest {
  dimension: number
  pages: readonly string[]
}

/** x and y of each vector, one after the other, between -1 and 1. */
export interface PlaneResponse {
  positions: Float32Array
}

self.addEventListener('message', ({ data }: MessageEvent<PlaneRequest>) => {
  const response: PlaneResponse = { positions: projectToPlane(readFloats(data.pages), data.dimension) }
  self.postMessage(response, { transfer: [response.positions.buffer] })
})

/** Decodes base64 pages of little-endian 32-bit floats into one array. */
export function readFloats(pages: readonly string[]): Float32Array {
  const texts = pages.map((page) => atob(page))
  const bytes = new Uint8Array(texts.reduce((sum, text) => sum + text.length, 0))
  let end = 0
  for (const text of texts)
    for (let index = 0; index < text.length; index++) bytes[end++] = text.charCodeAt(index)
  const view = new DataView(bytes.buffer)
  return Float32Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) =>
    view.getFloat32(index * 4, true),
  )
}

const MAX_ITERATIONS = 60
/** The iteration ends when the direction changes by less than this: 1 minus the cosine of the angle. */
const TOLERANCE = 1e-7
/** Principal components are computed from an evenly spaced sample of at most this many vectors. */
const SAMPLE_SIZE = 1000

/**
 * Projects vectors, one after the other in `values`, onto their two principal components (PCA by power
 * iteration): x and y of each, between -1 and 1. The same vectors in the same order always give the same positions.
 */
export function projectToPlane(values: Float32Array, dimension: number): Float32Array {
  const count = dimension > 0 ? Math.floor(values.length / dimension) : 0
  const vectors = centredVectors(values, dimension, count)
  const step = Math.ceil(count / SAMPLE_SIZE)
  const sample = step > 1 ? vectors.filter((_, index) => index % step === 0) : vectors
  const first = principalComponent(sample, null)
  const second = first && principalComponent(sample, first)
  const positions = new Float32Array(count * 2)
  let largest = Number.MIN_VALUE
  for (const [index, vector] of vectors.entries()) {
    const [x, y] = [first ? dot(vector, first) : 0, second ? dot(vector, second) : 0]
    largest = Math.max(largest, Math.abs(x), Math.abs(y))
    positions[2 * index] = x
    positions[2 * index + 1] = y
  }
  return positions.map((value) => Math.max(-1, Math.min(1, value / largest)))
}

/** The vectors with their mean subtracted. */
function centredVectors(values: Float32Array, dimension: number, count: number): Float64Array[] {
  const vectors = Array.from({ length: count }, (_, index) =>
    Float64Array.from(values.subarray(index * dimension, (index + 1) * dimension)),
  )
  const mean = new Float64Array(dimension)
  for (const vector of vectors) addScaled(mean, vector, 1 / count)
  for (const vector of vectors) addScaled(vector, mean, -1)
  return vectors
}

/** The direction of greatest variance orthogonal to `excluded`; null if there is no variance. */
function principalComponent(
  vectors: readonly Float64Array[],
  excluded: Float64Array | null,
): Float64Array | null {
  let axis = unitVector(longestVector(vectors, excluded))
  for (let iteration = 0; axis && iteration < MAX_ITERATIONS; iteration++) {
    const product = new Float64Array(axis.length)
    for (const vector of vectors) addScaled(product, vector, dot(vector, axis))
    const next = unitVector(orthogonalPart(product, excluded))
    if (!next) return null
    const change = 1 - Math.abs(dot(next, axis))
    axis = next
    if (change < TOLERANCE) break
  }
  if (axis === null) return null
  // Makes the largest component positive, because the sign of a direction is arbitrary.
  const largest = axis.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0)
  return largest < 0 ? axis.map((value) => -value) : axis
}

/** The vector whose part orthogonal to `excluded` is the longest; returns that part, a suitable start for the iteration. */
function longestVector(vectors: readonly Float64Array[], excluded: Float64Array | null): Float64Array {
  let longest: Float64Array = new Float64Array(0)
  let greatest = -1
  for (const vector of vectors) {
    const part = orthogonalPart(vector, excluded)
    const squaredLength = dot(part, part)
    if (squaredLength > greatest) [longest, greatest] = [part, squaredLength]
  }
  return longest
}

/** The part of a vector orthogonal to the unit vector `excluded`. */
function orthogonalPart(vector: Float64Array, excluded: Float64Array | null): Float64Array {
  if (!excluded) return vector
  const part = Float64Array.from(vector)
  addScaled(part, excluded, -dot(vector, excluded))
  return part
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += (a[index] ?? 0) * (b[index] ?? 0)
  return sum
}

/** Adds `factor` times the vector to `sum`, in place. */
function addScaled(sum: Float64Array, vector: Float64Array, factor: number): void {
  for (let index = 0; index < sum.length; index++)
    sum[index] = (sum[index] ?? 0) + (vector[index] ?? 0) * factor
}

/** The vector scaled to length 1; null if it is zero. */
function unitVector(vector: Float64Array): Float64Array | null {
  const length = Math.sqrt(dot(vector, vector))
  return length > 1e-12 ? vector.map((value) => value / length) : null
}
