import type { AssetKind } from '../../../../src-preload/contract/types/asset.ts'

/** The content of a saved result for search and comparison. */
export interface ResultContent {
  /** The kind of the file, except for embeddings, whose files are JSON. */
  kind: AssetKind
  /** The plain text of a text result, possibly empty. Null for other kinds. */
  words: string | null
  /** The number of vectors of an embedding and their mean. */
  vectors: { count: number; mean: Float32Array } | null
}
