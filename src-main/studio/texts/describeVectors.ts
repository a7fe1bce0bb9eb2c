import { normOf } from './vectors.ts'

const PREVIEW = 64

/** What an embedding's page shows of its vectors. */
export function describeVectors(vectors: readonly number[][]) {
  const first = vectors[0] ?? []
  return {
    vectors: vectors.length,
    dimension: first.length,
    norm: normOf(first),
    preview: first.slice(0, PREVIEW),
  }
}
