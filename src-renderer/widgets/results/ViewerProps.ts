import type { Asset, AssetDetail } from '../../../src-preload/contract/types/asset.ts'

/** `full`: alone over the window; `stage`: beside the form, where keys belong to whatever has the focus. */
export type ViewerPlace = 'full' | 'stage'

/** What every viewer is given. */
export interface ViewerProps {
  asset: Asset
  detail: AssetDetail
  place: ViewerPlace
}
