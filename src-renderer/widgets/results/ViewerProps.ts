import type { Asset, AssetDetail } from '../../../src-preload/contract/types/asset.ts'
import type { DisplayMode } from '../../ui/useShortcuts.ts'

/** Props of every viewer. */
export interface ViewerProps {
  asset: Asset
  detail: AssetDetail
  mode: DisplayMode
}
