import type { Asset } from '../../../../src-preload/contract/types/asset.ts'

/** A file as the input of a job, result or input, as it is on disk now. */
export type InputFile = Pick<
  Asset,
  'id' | 'kind' | 'format' | 'mime' | 'bytes' | 'width' | 'height' | 'durationMs' | 'name'
> & {
  /** Absolute. */
  path: string
  /** Whether the file exists with its recorded size. */
  present: boolean
}
