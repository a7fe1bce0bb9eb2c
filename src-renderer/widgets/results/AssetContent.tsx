import { createElement, Suspense, type ComponentType, lazy } from 'react'
import { t } from '../../i18n/t.ts'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import spinnerStyles from '../../ui/feedback/Spinner.module.css'
import type { ViewerProps } from './ViewerProps.ts'
import type { AssetDetail } from '../../../src-preload/contract/types/asset.ts'

/** Shows an asset in the viewer for its task or its kind of file. Another asset gets a viewer of its own, without the draft of the one before. */
export function AssetContent(props: ViewerProps) {
  return (
    <Suspense
      fallback={
        <div className={spinnerStyles.center}>
          <Spinner label={t('common.loading')} />
        </div>
      }
    >
      {createElement(viewers[props.detail.viewer], { ...props, key: props.asset.id })}
    </Suspense>
  )
}

type Viewer = ComponentType<ViewerProps>
const lazyViewer = (load: () => Promise<Viewer>): Viewer => lazy(async () => ({ default: await load() }))

/** The component of each viewer, loaded on first use. */
const viewers: Record<AssetDetail['viewer'], Viewer> = {
  image: lazyViewer(async () => (await import('./image/ImageViewer.tsx')).ImageViewer),
  video: lazyViewer(async () => (await import('./video/VideoViewer.tsx')).VideoViewer),
  audio: lazyViewer(async () => (await import('./audio/AudioViewer.tsx')).AudioViewer),
  transcript: lazyViewer(async () => (await import('./transcript/TranscriptViewer.tsx')).TranscriptViewer),
  ocr: lazyViewer(async () => (await import('./text/OcrViewer.tsx')).OcrViewer),
  embedding: lazyViewer(async () => (await import('./embedding/EmbeddingViewer.tsx')).EmbeddingViewer),
  text: lazyViewer(async () => (await import('./text/TextViewer.tsx')).TextViewer),
  file: lazyViewer(async () => (await import('./viewer/FileCard.tsx')).FileCard),
}
