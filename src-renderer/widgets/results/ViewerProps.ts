import type { Asset, AssetDetail } from '../../../src-preload/contract/types/asset.ts'
import type { DisplayMode } from '../../ui/useShortcuts.ts'

/** A slide of a slideshow: a video or audio file plays to its end. */
export interface Slide {
  isPaused: boolean
  onEnded: () => void
}

/** Props of every viewer. */
export interface ViewerProps {
  asset: Asset
  detail: AssetDetail
  mode: DisplayMode
  /** Only in a slideshow. */
  slide?: Slide | undefined
}
