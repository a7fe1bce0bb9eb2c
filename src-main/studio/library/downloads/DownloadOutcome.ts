import type { AssetKind } from '../../../../src-preload/contract/types/asset.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'

/** A complete file of the library: on disk under its final name and synced. */
export interface StoredFile {
  /** Relative to the library folder, with forward slashes. */
  path: string
  bytes: number
  sha256: string
  kind: AssetKind
  mime: string
  /** Detected from its magic bytes, as a file extension. */
  format: string
  width: number | null
  height: number | null
  durationMs: number | null
}

/**
 * The outcome of a download. `expired`: request a new link from the service; `failed`: retry later; `refused`: a retry won't help.
 * `sha256` is the hash of a file that looks truncated although HTTP delivered it completely.
 */
export type DownloadOutcome =
  | { kind: 'file'; file: StoredFile }
  | { kind: 'expired'; problem: Problem }
  | { kind: 'failed'; problem: Problem; sha256?: string }
  | { kind: 'disk_full'; problem: Problem }
  | { kind: 'refused'; problem: Problem }
