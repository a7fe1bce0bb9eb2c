import { libraryErrors, serviceErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { DownloadOutcome } from '../../library/downloads/DownloadOutcome.ts'
import type { Library } from '../../library/Library.ts'
import { problemFrom } from '../../service/responses/problemFrom.ts'
import type { StatusRecord } from '../../service/responses/readStatusRecord.ts'
import { isUnknownJob, statusOfJob } from '../poll/pollEvidence.ts'
import type { JobRecord } from '../store/JobRecord.ts'
import type { JobEngine } from './JobEngine.ts'
import type { JobStore } from '../store/JobStore.ts'
import { readInlineResult } from '../collect/gatherFiles.ts'
import type { ResultFiles } from '../collect/ResultFiles.ts'

type Outcome = RouteOutput<'library.fetch_again'>['outcome']

interface Dependencies {
  store: Pick<JobStore, 'find'>
  files: Pick<ResultFiles, 'download' | 'saveText' | 'discard' | 'onSaved'>
  library: Pick<Library, 'assetDetail' | 'restoreFile'>
  engine: Pick<JobEngine, 'pollFinished'>
}

/**
 * Restores files that another program deleted or changed by downloading them again, while the service still has them.
 * Nothing is generated or charged.
 */
export class RestoredFiles {
  readonly #dependencies: Dependencies
  /** Downloads in progress, by asset, so that a second click starts no second one. */
  readonly #inProgress = new Map<string, Promise<Outcome>>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Whether the service may still have the file of an asset. */
  canFetch(id: string): boolean {
    return this.#jobOf(this.#assetOf(id)) !== null
  }

  /**
   * Puts the file of a result back if the service has the same bytes. @throws StudioError `asset_not_found`, `file_missing` without a job,
   * and the problems of polls, downloads and the disk.
   */
  fetch(id: string): Promise<Outcome> {
    const running = this.#inProgress.get(id)
    if (running) return running
    const fetching = this.#fetch(id).finally(() => this.#inProgress.delete(id))
    this.#inProgress.set(id, fetching)
    return fetching
  }

  #assetOf(id: string): Asset {
    return this.#dependencies.library.assetDetail(id).asset
  }

  /** The accepted job that an asset came from; null for a file of the user. */
  #jobOf({ jobId }: Asset): JobRecord | null {
    const job = jobId === null ? null : this.#dependencies.store.find(jobId)
    return job && job.requestId !== null ? job : null
  }

  async #fetch(id: string): Promise<Outcome> {
    const { files, library } = this.#dependencies
    const asset = this.#assetOf(id)
    const job = this.#jobOf(asset)
    if (!job) throw new StudioError({ code: libraryErrors.fileMissing, money: 'none' })
    const status = await this.#fetchStatus(job)
    const outcome = status && (await this.#download(job, asset, status))
    if (!outcome || outcome.kind === 'expired') return 'gone'
    // The job was charged when it was made; downloading its file again is free.
    if (outcome.kind !== 'file') throw new StudioError({ ...outcome.problem, money: 'none' })
    if (outcome.file.sha256 !== asset.sha256) {
      await files.discard(outcome.file)
      return 'different'
    }
    try {
      await library.restoreFile(id, outcome.file)
    } catch (error) {
      await files.discard(outcome.file)
      throw error
    }
    files.onSaved([asset])
    return 'restored'
  }

  /** The status of a job; null if the service no longer knows it or has no result. */
  async #fetchStatus(job: JobRecord): Promise<StatusRecord | null> {
    const exchange = await this.#dependencies.engine.pollFinished(job)
    if (exchange === null) throw new StudioError({ code: serviceErrors.rateLimited, money: 'none' })
    const status = statusOfJob(job, exchange)
    if (status) return status.phase === 'done' ? status : null
    if (isUnknownJob(exchange)) return null
    throw new StudioError(problemFrom(exchange, 'none'))
  }

  /** Downloads the result in the format of the asset; null if the status has none. */
  async #download(job: JobRecord, asset: Asset, status: StatusRecord): Promise<DownloadOutcome | null> {
    const { files } = this.#dependencies
    const other = asset.role === 'alternative' ? status.alternatives[asset.format] : undefined
    const url = other ?? (asset.role === 'result' ? status.resultUrl : null)
    // A file that looks truncated may be the one that was saved.
    const options = { acceptTruncated: asset.sha256 }
    if (url) return files.download(job, url, options)
    const inline = readInlineResult(status)
    if (inline?.kind === 'data') return files.download(job, inline.uri, options)
    return inline ? files.saveText(inline.text) : null
  }
}
