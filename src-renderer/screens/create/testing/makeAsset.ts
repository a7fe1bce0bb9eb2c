import type { Asset, AssetDetail } from '../../../../src-preload/contract/types/asset.ts'

/** An input of the library, for tests. */
export const makeAsset = (overrides: Partial<Asset> = {}): Asset => ({
  id: 'asset',
  jobId: null,
  role: 'input',
  kind: 'image',
  mime: 'image/png',
  format: 'png',
  bytes: 1_400_000,
  width: 640,
  height: 480,
  durationMs: null,
  sha256: '0',
  createdAt: 1,
  trashedAt: null,
  hasThumb: true,
  name: 'fog.png',
  sourceId: null,
  starredAt: null,
  rating: 0,
  ...overrides,
})

export const makeDetail = (asset: Asset): AssetDetail => ({
  asset,
  viewer: 'file',
  inputs: [],
  title: '',
  alternatives: [],
  tags: [],
  note: '',
  collections: [],
  parameters: null,
  foundParameters: null,
  spokenText: null,
  fileName: asset.id,
})
