import type { AssetKind } from '../../../../src-preload/contract/types/asset.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'

/** A finished file of the library: on disk under its final name, synced, before anyone hears of it. */
export interface StoredFile {
  /** Relative to the library folder, with forward slashes. */
  path: string
  bytes: number
  sha256: string
  kind: AssetKind
  mime: string
  /** By magic bytes, as an extension. */
  format: string
  width: number | null
  height: number | null
  durationMs: number | null
}

/**
 * What came of one download. `expired`: ask the service for a fresh link; `failed`: try again later; `refused`: never will do.
 * `sha256`: of a file that looks cut though all of it came that HTTP promised.
 */
export type DownloadOutcome =
  | { kind: 'file'; file: StoredFile }
  | { kind: 'expired'; problem: Problem }
  | { kind: 'failed'; problem: Problem; sha256?: string }
  | { kind: 'disk_full'; problem: Problem }
  | { kind: 'refused'; problem: Problem }
