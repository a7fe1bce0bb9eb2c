import type { ComponentType } from 'react'
import type { AssetKind } from '../../../src-preload/contract/types/asset.ts'
import { FileCard } from './FileCard.tsx'
import { ImageViewer } from './image/ImageViewer.tsx'
import type { ViewerProps } from './ViewerProps.ts'

const kinds: Partial<Record<AssetKind, ComponentType<ViewerProps>>> = { image: ImageViewer }

/** What shows an asset of this kind in full. */
export const viewerOf = (kind: AssetKind): ComponentType<ViewerProps> => kinds[kind] ?? FileCard
