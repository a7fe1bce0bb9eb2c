import type { Asset, AssetDetail } from '../../../src-preload/contract/types/asset.ts'

/** `full`: fills the window; `stage`: next to the form, where keys go to the focused element. */
export type ViewerPlace = 'full' | 'stage'

/** Props of every viewer. */
export interface ViewerProps {
  asset: Asset
  detail: AssetDetail
  place: ViewerPlace
}
