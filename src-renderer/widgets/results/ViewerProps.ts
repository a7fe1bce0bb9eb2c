import type { Asset, AssetDetail } from '../../../src-preload/contract/types/asset.ts'

/** `full`: fills the window, so its shortcuts are global; `embedded`: shown beside the form, so they need the focus. */
export type DisplayMode = 'full' | 'embedded'

/** Props of every viewer. */
export interface ViewerProps {
  asset: Asset
  detail: AssetDetail
  mode: DisplayMode
}
