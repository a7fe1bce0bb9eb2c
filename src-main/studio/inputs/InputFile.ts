import type { Asset } from '../../../src-preload/contract/types/asset.ts'

/** A file that a job may take in, result or input, as it is on disk now. */
export type InputFile = Pick<
  Asset,
  'id' | 'kind' | 'format' | 'mime' | 'bytes' | 'width' | 'height' | 'durationMs' | 'name'
> & {
  /** Absolute. */
  path: string
  /** Whether the file is there and still as long as it was. */
  present: boolean
}
