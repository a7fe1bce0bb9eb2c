import { type ComponentType, createElement } from 'react'
import type { AssetKind } from '../../../src-preload/contract/types/asset.ts'
import { FileCard } from './FileCard.tsx'
import { ImageViewer } from './image/ImageViewer.tsx'
import type { ViewerProps } from './ViewerProps.ts'

const viewers: Partial<Record<AssetKind, ComponentType<ViewerProps>>> = { image: ImageViewer }

/** An asset in full, by its kind; what has no viewer is shown as a file. */
export function AssetView(props: ViewerProps) {
  return createElement(viewers[props.asset.kind] ?? FileCard, props)
}
