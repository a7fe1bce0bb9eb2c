import { type ComponentType, lazy } from 'react'
import type { AssetDetail } from '../../../src-preload/contract/types/asset.ts'
import { FileCard } from './FileCard.tsx'
import type { ViewerProps } from './ViewerProps.ts'

type Viewer = ComponentType<ViewerProps>
const lazyViewer = (load: () => Promise<Viewer>): Viewer => lazy(async () => ({ default: await load() }))

/** The component of each viewer, loaded on first use. */
export const viewers: Record<AssetDetail['viewer'], Viewer> = {
  image: lazyViewer(async () => (await import('./image/ImageViewer.tsx')).ImageViewer),
  video: lazyViewer(async () => (await import('./video/VideoViewer.tsx')).VideoViewer),
  audio: lazyViewer(async () => (await import('./audio/AudioViewer.tsx')).AudioViewer),
  transcript: lazyViewer(async () => (await import('./transcript/TranscriptViewer.tsx')).TranscriptViewer),
  ocr: lazyViewer(async () => (await import('./ocr/OcrViewer.tsx')).OcrViewer),
  embedding: lazyViewer(async () => (await import('./embedding/EmbeddingViewer.tsx')).EmbeddingViewer),
  text: lazyViewer(async () => (await import('./text/TextViewer.tsx')).TextViewer),
  file: FileCard,
}
