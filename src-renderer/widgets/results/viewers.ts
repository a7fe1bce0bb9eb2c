import { type ComponentType, lazy } from 'react'
import type { AssetDetail } from '../../../src-preload/contract/types/asset.ts'
import { FileCard } from './FileCard.tsx'
import type { ViewerProps } from './ViewerProps.ts'

type Viewer = ComponentType<ViewerProps>
const late = (load: () => Promise<Viewer>): Viewer => lazy(async () => ({ default: await load() }))

/** One row per viewer; each is loaded when first needed. */
export const viewers: Record<AssetDetail['viewer'], Viewer> = {
  image: late(async () => (await import('./image/ImageViewer.tsx')).ImageViewer),
  video: late(async () => (await import('./video/VideoViewer.tsx')).VideoViewer),
  audio: late(async () => (await import('./audio/AudioViewer.tsx')).AudioViewer),
  transcript: late(async () => (await import('./transcript/TranscriptViewer.tsx')).TranscriptViewer),
  ocr: late(async () => (await import('./ocr/OcrViewer.tsx')).OcrViewer),
  embedding: late(async () => (await import('./embedding/EmbeddingViewer.tsx')).EmbeddingViewer),
  text: late(async () => (await import('./text/TextViewer.tsx')).TextViewer),
  file: FileCard,
}
