import type { AssetDetail, Tile } from '../../../../src-preload/contract/types/asset.ts'
import { makeTile } from '../../../screens/gallery/testing/makeTile.ts'

/** Asset details as passed to a viewer. */
export function makeDetail(
  overrides: Partial<Tile>,
  detailOverrides: Partial<AssetDetail> = {},
): AssetDetail {
  const tile = makeTile({ id: 'a', ...overrides })
  return {
    asset: tile,
    viewer: tile.kind === 'text' ? 'transcript' : tile.kind === 'other' ? 'file' : tile.kind,
    inputs: [],
    title: tile.title,
    alternatives: [],
    collections: [],
    parameters: null,
    fileName: '2026/11/a.bin',
    ...detailOverrides,
  }
}
