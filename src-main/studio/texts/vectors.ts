/** Length of a vector. */
export const normOf = (vector: ArrayLike<number>): number => Math.sqrt(dot(vector, vector))

/** The cosine of the angle between two vectors of one dimension; 0 where one of them has no length. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const lengths = normOf(a) * normOf(b)
  return lengths > 0 ? Math.max(-1, Math.min(1, dot(a, b) / lengths)) : 0
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

/** The mean of vectors of one dimension. */
export function meanOf(vectors: readonly ArrayLike<number>[]): Float32Array {
  const mean = new Float64Array(vectors[0]?.length ?? 0)
  for (const vector of vectors) {
    for (let at = 0; at < mean.length; at++) mean[at] = (mean[at] ?? 0) + (vector[at] ?? 0) / vectors.length
  }
  return Float32Array.from(mean)
}

/** Vectors as the database keeps them: 32-bit floats, little-endian. */
export function toBlob(vector: Float32Array): Uint8Array {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * 4)
  return bytes
}

/** Whether the bytes are that many numbers. */
export const isVector = (blob: unknown, dimension: number): blob is Uint8Array =>
  blob instanceof Uint8Array && blob.length === dimension * 4

/** What `toBlob` wrote. */
export function fromBlob(blob: Uint8Array): Float32Array {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.length)
  return Float32Array.from({ length: Math.floor(blob.length / 4) }, (_, at) => view.getFloat32(at * 4, true))
}
