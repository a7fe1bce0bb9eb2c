import type { AssetKind } from '../../../src-preload/contract/types/asset.ts'

/** What is known of a saved file that a job may take in. */
export interface FileFacts {
  kind: AssetKind
  /** By its magic bytes, as an extension. */
  format: string
  mime: string
  bytes: number
  width: number | null
  height: number | null
  durationMs: number | null
  /** Its name when it was taken in; null: it never had one. */
  name: string | null
  /** Absolute. */
  path: string
  /** Whether it is there on disk now. */
  present: boolean
}

/** The file behind an asset id; null where there is no such asset. */
export type FindFile = (id: string) => FileFacts | null
