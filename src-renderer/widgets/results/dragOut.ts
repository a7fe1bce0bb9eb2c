import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../host/bridge.ts'

/** Whether the file of an asset can be dragged out of the window: only the desktop can start such a drag, and only results have copies for it. */
export const canDragOut = ({ role }: Pick<Asset, 'role'>): boolean =>
  role === 'result' && bridge().dragOut !== undefined

interface ImageView {
  /** Whether the entire image is visible. */
  isFitted: boolean
  /** Whether a divider over the image can be dragged. */
  hasDivider: boolean
}

/** Whether a drag on an image takes its file out of the window. On a zoomed image it pans, and beside a divider it would start by accident. */
export const dragsImageOut = (asset: Pick<Asset, 'role'>, { isFitted, hasDivider }: ImageView): boolean =>
  canDragOut(asset) && isFitted && !hasDivider

interface Lengths {
  width: number
  height: number
}

/** Whether a drag in a box takes a result out of the window: it scrolls the box where not all of the content is in view. */
export const dragsCellOut = (content: Lengths, view: Lengths): boolean =>
  bridge().dragOut !== undefined && content.width <= view.width && content.height <= view.height
