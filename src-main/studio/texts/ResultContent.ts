import type { AssetKind } from '../../../src-preload/contract/types/asset.ts'

/** What a saved result holds beside its bytes. */
export interface ResultContent {
  /** As the file's own, but for vectors, which are JSON by their bytes. */
  kind: AssetKind
  /** Of a text, without times and marks; empty where it says nothing. Null for anything else. */
  words: string | null
  /** Of an embedding, how many vectors and their mean. */
  vectors: { count: number; mean: Float32Array } | null
}
