import type { AssetKind } from '../../../src-preload/contract/types/asset.ts'

/** Vectors are written as text. */
export const fileKind = (kind: AssetKind): AssetKind => (kind === 'embedding' ? 'text' : kind)
