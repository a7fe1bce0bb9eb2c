import type { Asset } from '../../../../src-preload/contract/types/asset.ts'

/** Duration in seconds of a video or audio asset, from library metadata; null if unknown. */
export const durationInSeconds = ({ durationMs }: Pick<Asset, 'durationMs'>): number | null =>
  durationMs === null ? null : durationMs / 1000
