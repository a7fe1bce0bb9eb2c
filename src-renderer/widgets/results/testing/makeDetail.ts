import type { AssetDetail, Tile } from '../../../../src-preload/contract/types/asset.ts'
import { makeTile } from '../../../screens/gallery/testing/makeTile.ts'

/** A result as its viewer is given it. */
export function makeDetail(over: Partial<Tile>, rest: Partial<AssetDetail> = {}): AssetDetail {
  const tile = makeTile({ id: 'a', ...over })
  return {
    asset: tile,
    viewer: tile.kind === 'text' ? 'transcript' : tile.kind === 'other' ? 'file' : tile.kind,
    inputs: [],
    title: tile.title,
    alternatives: [],
    collections: [],
    parameters: null,
    fileName: '2026/11/a.bin',
    ...rest,
  }
}
