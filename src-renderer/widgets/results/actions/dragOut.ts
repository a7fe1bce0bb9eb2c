import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../../host/bridge.ts'

/** Whether the file of an asset can be dragged out of the window: only results can, and only in a desktop host. */
export const canDragOut = ({ role }: Pick<Asset, 'role'>): boolean =>
  role === 'result' && bridge().dragOut !== undefined

interface ImageView {
  /** Whether the entire image is visible. */
  isFitted: boolean
  /** Whether a divider over the image can be dragged. */
  hasDivider: boolean
}

/**
 * Whether dragging an image drags its file out of the window. A zoomed image pans instead, and next to a divider it
 * would happen by accident.
 */
export const dragsImageOut = (asset: Pick<Asset, 'role'>, { isFitted, hasDivider }: ImageView): boolean =>
  canDragOut(asset) && isFitted && !hasDivider

interface Size {
  width: number
  height: number
}

/**
 * Whether dragging a cell drags its result out of the window. If the content overflows the view, the drag scrolls
 * instead.
 */
export const dragsCellOut = (content: Size, view: Size): boolean =>
  bridge().dragOut !== undefined && content.width <= view.width && content.height <= view.height
