import type { AssetKind } from '../../../src-preload/contract/types/asset.ts'

/** As what kind of file a result is saved: vectors are written as text. */
export const savedKind = (kind: AssetKind): AssetKind => (kind === 'embedding' ? 'text' : kind)
