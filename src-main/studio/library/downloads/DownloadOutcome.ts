import type { AssetKind } from '../../../../src-preload/contract/types/asset.ts'
import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'

/** A complete file of the library: on disk under its final name and synced. */
export interface StoredFile {
  /** Relative to the library folder, with forward slashes. */
  path: string
  bytes: number
  sha256: string
  kind: AssetKind
  mime: string
  /** The format as a file extension, detected from the bytes of the file. */
  format: string
  width: number | null
  height: number | null
  durationMs: number | null
}

/**
 * The outcome of a download. `expired`: the link must be renewed; `failed`: an error that may be temporary, such as a network error or
 * a truncated file; `disk`: the library's disk has a problem (`DISK_CODES`); `refused`: the address or the content isn't acceptable. A refusal
 * may be temporary too, unless the file is too large. `isTruncated`: the file looks truncated, but was accepted.
 */
export type DownloadOutcome =
  | { kind: 'file'; file: StoredFile; isTruncated?: boolean }
  | { kind: 'expired'; problem: Problem }
  | FailedDownload
  | { kind: 'disk'; problem: Problem }
  | { kind: 'refused'; problem: Problem }

/**
 * `received`: the file was received whole, but looks truncated; `isFramed`: HTTP shows that it is whole, rather than only by the end of the
 * connection. `isHostDown`: no request to this host can succeed now.
 */
export interface FailedDownload {
  kind: 'failed'
  problem: Problem
  received?: { sha256: string; isFramed: boolean }
  isHostDown?: boolean
}

/** The reason for refusing a file by its size, which has its own error code. Other reasons name the content or the fault of the address. */
export const TOO_LARGE = 'too_large'

/** `reason` is a parameter of the problem. The job was completed and charged; only its file is missing. */
export const refusedOutcome = (reason: string): DownloadOutcome => ({
  kind: 'refused',
  problem:
    reason === TOO_LARGE
      ? { code: serviceErrors.resultTooLarge, money: 'charged' }
      : { code: serviceErrors.resultRefused, money: 'charged', params: { what: reason } },
})
