import type { AssetKind, Viewer } from '../../../../src-preload/contract/types/asset.ts'

/** The kind of file that a viewer can show. */
const SHOWN_KIND: Record<Viewer, AssetKind | null> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  transcript: 'text',
  ocr: 'text',
  embedding: 'embedding',
  text: 'text',
  file: null,
}

const DEFAULT_VIEWER: Record<AssetKind, Viewer> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  text: 'text',
  embedding: 'embedding',
  other: 'file',
}

/** The viewer of the operation if it can show this kind of file, otherwise the default viewer of the kind. */
export const chooseViewer = (kind: AssetKind, preferred: Viewer | null): Viewer =>
  preferred !== null && SHOWN_KIND[preferred] === kind ? preferred : DEFAULT_VIEWER[kind]
