import type { Asset, AssetKind } from '../../../../src-preload/contract/types/asset.ts'
import type { DownloadOutcome, StoredFile } from '../../library/downloads/DownloadOutcome.ts'
import type { ResultContent } from '../../library/texts/textTasks.ts'
import type { JobRecord } from '../store/JobRecord.ts'

/** A saved file with its parsed content. */
export interface CollectedFile {
  file: StoredFile
  content: ResultContent
}

/** The files of one finished job. */
export interface Collected {
  result: CollectedFile
  alternatives: CollectedFile[]
}

export interface DownloadRequest {
  /** Records the file as the job's before it gets its final name. */
  announced?: boolean
  maxBytes?: number
  /** The hash of a file that looks truncated but counts, because it was downloaded several times with the same bytes. */
  acceptTruncated?: string
}

/** Downloads, parses and stores the files of results. */
export interface ResultFiles {
  download: (job: JobRecord, url: string, request: DownloadRequest) => Promise<DownloadOutcome>
  /** Saves a text result that is part of the response. */
  saveText: (text: string) => Promise<DownloadOutcome>
  /** The file that the job had downloaded right before a crash. */
  findDownloaded: (job: JobRecord) => Promise<StoredFile | null>
  /** Deletes a saved file that is not used. */
  discard: (file: StoredFile) => Promise<void>
  /** Parses a saved file. */
  read: (job: JobRecord, file: StoredFile) => Promise<ResultContent>
  /** Adds a finished file to the library; called inside the transaction that makes the job `saved`. */
  add: (jobId: string, role: Asset['role'], file: CollectedFile) => Asset
  /** Called after a job's files are committed. */
  onSaved: (assets: readonly Asset[]) => void
  /** Whether a job's result is text or vectors, which may be part of the response. */
  makesText: (job: JobRecord) => boolean
  /** Whether the result of this job may be empty, as the transcript of a silent recording. */
  mayBeEmpty: (job: JobRecord) => boolean
  /** Whether a file of this kind can be the result of this job. */
  isExpected: (job: JobRecord, kind: AssetKind) => boolean
  /** Whether other formats of a result are saved too. */
  wantsAlternatives: () => boolean
  /** Called if some of a job's other formats are not saved. */
  onFormatsMissing: (job: JobRecord) => void
}
