import type { Asset, AssetDetail } from '../../../src-preload/contract/types/asset.ts'
import type { DisplayMode } from '../../ui/useShortcuts.ts'

/** A result as a slide: a video or sound plays until its end. */
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
  /** How often the file was downloaded again while the viewer was open, so that an older one isn't shown from the cache. */
  version?: number | undefined
}
