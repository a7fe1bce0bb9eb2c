import type { Asset } from '../../../../src-preload/contract/types/asset.ts'

/** A file, result or input, as the input of a job, as it is on disk now. */
export type InputFile = Pick<
  Asset,
  'id' | 'kind' | 'format' | 'mime' | 'bytes' | 'width' | 'height' | 'durationMs' | 'name'
> & {
  /** Absolute path. */
  path: string
  /** Whether the file exists with its recorded size. */
  present: boolean
}
