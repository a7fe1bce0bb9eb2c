import type { Asset, AssetDetail } from '../../../src-preload/contract/types/asset.ts'

/** What every viewer of a kind is given. */
export interface ViewerProps {
  asset: Asset
  detail: AssetDetail
}
