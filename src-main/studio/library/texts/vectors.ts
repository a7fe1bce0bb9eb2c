export const euclideanNorm = (vector: ArrayLike<number>): number => Math.sqrt(dotProduct(vector, vector))

/** The cosine similarity of two vectors of the same dimension; 0 if one of them is zero. */
export function cosineSimilarity(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const normProduct = euclideanNorm(a) * euclideanNorm(b)
  return normProduct > 0 ? Math.max(-1, Math.min(1, dotProduct(a, b) / normProduct)) : 0
}

export function dotProduct(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += (a[index] ?? 0) * (b[index] ?? 0)
  return sum
}

/** A vector of the same direction with length 1; unchanged if it is zero. */
export function unitVector(vector: readonly number[]): number[] {
  const norm = euclideanNorm(vector)
  return norm > 0 ? vector.map((value) => value / norm) : [...vector]
}

/** The mean of vectors of the same dimension. */
export function meanVector(vectors: readonly ArrayLike<number>[]): Float32Array {
  const mean = new Float64Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) {
    for (let index = 0; index < mean.length; index++)
      mean[index] = (mean[index] ?? 0) + (vector[index] ?? 0) / vectors.length
  }
  return Float32Array.from(mean)
}

/** A vector in the format of the database: 32-bit floats, little-endian. */
export function toBlob(vector: Float32Array): Uint8Array {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4)
  return bytes
}

/** Whether a value from the database is a vector of this dimension. */
export const isVector = (blob: unknown, dimension: number): blob is Uint8Array =>
  blob instanceof Uint8Array && blob.length === dimension * 4

/**
 * The vector that `toBlob` wrote; a copy if its bytes aren't aligned for floats. All platforms that Easel runs on are
 * little-endian.
 */
export function fromBlob(blob: Uint8Array): Float32Array {
  const { buffer, byteOffset } = isAligned(blob) ? blob : new Uint8Array(blob)
  return new Float32Array(buffer, byteOffset, Math.floor(blob.length / FLOAT_BYTES))
}

const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT

const isAligned = ({ byteOffset }: Uint8Array): boolean => byteOffset % FLOAT_BYTES === 0

const PREVIEW_LENGTH = 64

/** Describes vectors for the screen of an embedding. */
export function describeVectors(vectors: readonly number[][]) {
  const first = vectors[0] ?? []
  return {
    vectors: vectors.length,
    dimension: first.length,
    norm: euclideanNorm(first),
    preview: first.slice(0, PREVIEW_LENGTH),
  }
}
