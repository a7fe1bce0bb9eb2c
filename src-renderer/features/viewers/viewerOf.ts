import type { AssetDetail, AssetKind } from '../../../src-preload/contract/types/asset.ts'

export type ViewerName = AssetDetail['viewer']

const byKind: Record<AssetKind, ViewerName> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  text: 'text',
  embedding: 'embedding',
  other: 'file',
}

/** The viewer of an asset: the one its task names, else the one of its kind. */
export const viewerOf = ({ viewer, asset }: Pick<AssetDetail, 'asset'> & { viewer?: ViewerName }): ViewerName =>
  viewer ?? byKind[asset.kind]
