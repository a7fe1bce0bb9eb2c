import type { AssetKind, Viewer } from '../../../src-preload/contract/types/asset.ts'

/** Which kind of file a viewer can show. */
const SHOWS: Record<Viewer, AssetKind | null> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  transcript: 'text',
  ocr: 'text',
  embedding: 'embedding',
  text: 'text',
  file: null,
}

const BY_KIND: Record<AssetKind, Viewer> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  text: 'text',
  embedding: 'embedding',
  other: 'file',
}

/** The viewer of what made it where the kind of file is the one it shows; else the kind's own. */
export const viewerOf = (kind: AssetKind, wanted: Viewer | null): Viewer =>
  wanted !== null && SHOWS[wanted] === kind ? wanted : BY_KIND[kind]
