import type { Asset } from '../../../../src-preload/contract/types/asset.ts'

/** Length of a video or sound as the library knows it. */
export const secondsOf = ({ durationMs }: Pick<Asset, 'durationMs'>): number | null =>
  durationMs === null ? null : durationMs / 1000
