import type { AssetKind } from '../../../../src-preload/contract/types/asset.ts'

/** The kind of file that a result is saved as: vectors are saved as text. */
export const savedKind = (kind: AssetKind): AssetKind => (kind === 'embedding' ? 'text' : kind)
