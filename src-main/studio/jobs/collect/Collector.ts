import { boundaryErrors, serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { DownloadOutcome, StoredFile } from '../../library/downloads/DownloadOutcome.ts'
import type { RateLimits } from '../../service/rate-limits/RateLimits.ts'
import type { StatusRecord } from '../../service/responses/readStatusRecord.ts'
import type { Clock, Log } from '../../world.ts'
import { FetchQueue, type AttemptOutcome, type FetchSource } from './FetchQueue.ts'
import { gatherFiles, readInlineResult, saveText } from './gatherFiles.ts'
import { describeDoubt, describeFailure, judgeAttempt, sourceOf, type LinkFailure } from './attempts.ts'
import type { JobFiles, ResultFiles } from './ResultFiles.ts'
import type { AdmissionPolicy } from '../engineInterfaces.ts'
import type { LiveJobs } from '../store/LiveJobs.ts'
import type { JobRecord } from '../store/JobRecord.ts'
import type { JobStore } from '../store/JobStore.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** The first and the longest delay between retries. The delay doubles with each failed attempt. */
const FIRST_RETRY_MS = 2 * SECOND
const MAX_RETRY_MS = 15 * MINUTE
/** The longest delay between retries that need a poll each, because the daily quota of polls may be small. */
const MAX_POLLING_RETRY_MS = 120 * MINUTE
/** The service has most likely deleted a result that is older than this, so it is tried once a day only. */
const OLD_MS = 7 * 24 * 60 * MINUTE
const OLD_RETRY_MS = 24 * 60 * MINUTE
/** After more failed attempts than this, about two minutes, a job is shown as `unsaved`. The attempts go on. */
const MAX_QUICK_ATTEMPTS = 6
/** Numbers of failed attempts after which the service is polled for a new link: at first soon, then whenever the number has doubled. */
const RENEW_AFTER_ATTEMPTS = new Set([3, 8, 16, 32, 64, 128, 256, 512])
/** A job with a wait of at most this is still shown as being saved. */
const MAX_QUICK_MS = 5 * MINUTE
/** Delay before a retry while the disk is full, disconnected or read-only. */
const DISK_RETRY_MS = 30 * SECOND
/** If the other formats of a result don't fit on a usable disk this often, the result is saved without them. */
const MAX_UNFIT_ATTEMPTS = 3
/** Delay after an unexpected error, mostly a row that could not be written. It does not count as a failed attempt. */
const ERROR_RETRY_MS = 30 * SECOND
/** Delay after the start before results of the last session are tried again. */
const RESUME_DELAY_MS = 30 * SECOND
/** Time between the first downloads of resumed jobs, so that their rows are not all written at once. */
const RESUME_INTERVAL_MS = 100

/** The source of a job whose row can't be read, or whose download failed unexpectedly. */
const UNKNOWN_SOURCE: FetchSource = { connectionId: '', host: '' }
/** If a finished text job has no text after this many attempts, its text is empty, as for a silent recording (service.md §Job status). */
const MIN_ATTEMPTS_FOR_EMPTY = 3
/** A file of an unexpected kind is accepted as the result if it was downloaded this often with the same bytes. */
const MIN_IDENTICAL_DOWNLOADS = 3
/** A file that looks truncated, but was complete by HTTP, is accepted if it was downloaded this often with the same bytes. */
const MIN_IDENTICAL_TRUNCATED_DOWNLOADS = 2
/** The same if only the end of the connection shows that it was complete. */
const MIN_IDENTICAL_UNFRAMED_DOWNLOADS = 5

interface Dependencies {
  files: ResultFiles
  store: JobStore
  live: Pick<LiveJobs, 'forget' | 'setDownloading'>
  limits: Pick<RateLimits, 'clock'>
  admission: Pick<AdmissionPolicy, 'checkDisk'>
  /** Polls a finished job again, for a new link; null if there was no readable response. */
  refresh: (job: JobRecord) => Promise<StatusRecord | null>
  /** Until when no poll of a job may be sent (ms since the epoch); null if one may be sent now. */
  pollsHeldUntil: (job: JobRecord) => number | null
  /** Commits the rows of the files and the state `saved` in one transaction. */
  save: (job: JobRecord, collected: JobFiles) => void
  clock: Clock
  log: Log
}

/**
 * Downloads the results of finished jobs until they are saved. An expired link is renewed by a poll; a result is never generated
 * again. Each job has its own backoff, from seconds to a quarter of an hour. `FetchQueue` adds the backoff of outages.
 */
export class Collector {
  readonly #dependencies: Dependencies
  readonly #queue: FetchQueue
  /** Failed attempts since the start or since the user's last retry. */
  readonly #attempts = new Map<string, number>()
  /** The hash of the last unexpected or damaged file of each job, and how often it was downloaded in a row. */
  readonly #suspectFiles = new Map<string, { sha256: string; times: number; isFramed: boolean }>()
  /** How often the other formats of a job didn't fit on a disk that can be used. */
  readonly #unfitAttempts = new Map<string, number>()
  #closed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#queue = new FetchQueue({ clock: dependencies.limits.clock, fetch: (id) => this.#fetchOne(id) })
  }

  /** Starts the download for a job in `saving`. */
  collect(id: string): void {
    if (this.#queue.has(id)) return
    const at = this.#queue.add(id, this.#sourceOf(id), 0)
    if (at > this.#dependencies.clock.now() + SECOND)
      this.#dependencies.store.update(id, 'saving', { waitsUntil: at })
  }

  /** Starts the download immediately, because the user asked for it. */
  collectNow(id: string): void {
    this.#attempts.delete(id)
    this.#queue.startNow(id, this.#sourceOf(id))
  }

  /** Starts one download per host of a connection immediately, for example when the network returned. Null means all connections. */
  retryNow(connectionId: string | null): void {
    this.#queue.retryNow(connectionId)
  }

  /** Resumes jobs that an earlier session left `unsaved`, except those whose result is too large. */
  resume(jobs: readonly JobRecord[]): void {
    const open = jobs.filter(({ problem }) => problem?.code !== serviceErrors.resultTooLarge)
    for (const [index, job] of open.entries()) {
      this.#attempts.set(job.id, MAX_QUICK_ATTEMPTS)
      this.#queue.add(job.id, sourceOf(job), RESUME_DELAY_MS + index * RESUME_INTERVAL_MS)
    }
  }

  close(): Promise<void> {
    this.#closed = true
    return this.#queue.close()
  }

  #sourceOf(id: string): FetchSource {
    try {
      const job = this.#dependencies.store.find(id)
      return job ? sourceOf(job) : UNKNOWN_SOURCE
    } catch {
      return UNKNOWN_SOURCE
    }
  }

  async #fetchOne(id: string): Promise<AttemptOutcome> {
    try {
      return await this.#collect(id)
    } catch (error) {
      const { log, admission } = this.#dependencies
      log.error('Saving a result failed unexpectedly', { job: id, error: String(error) })
      admission.checkDisk()
      this.#scheduleRetry(
        id,
        UNKNOWN_SOURCE,
        { code: boundaryErrors.internal, money: 'charged' },
        ERROR_RETRY_MS,
      )
      return 'none'
    } finally {
      this.#dependencies.live.setDownloading(id, false)
    }
  }

  async #collect(id: string): Promise<AttemptOutcome> {
    let job = this.#dependencies.store.find(id)
    if (job?.state !== 'saving' && job?.state !== 'unsaved') return 'none'
    const downloaded = await this.#dependencies.files.findDownloaded(job)
    if (downloaded && this.#dependencies.files.isExpected(job, downloaded.kind)) {
      await this.#save(job, downloaded)
      return 'none'
    }
    const needsLink = !job.status?.resultUrl && !readInlineResult(job.status)
    if (needsLink) job = await this.#renewLink(job)
    this.#dependencies.live.setDownloading(id, true)
    let outcome = await this.#fetch(job)
    const isLinkDoubtful =
      outcome.kind === 'expired' ||
      (outcome.kind === 'failed' && RENEW_AFTER_ATTEMPTS.has(this.#attemptsOf(id)))
    // A link that was requested a moment ago would be the same.
    if (isLinkDoubtful && !needsLink) {
      const link = job.status?.resultUrl
      job = await this.#renewLink(job)
      if (job.status?.resultUrl !== link && this.#queue.tryCountSecondRequest(id))
        outcome = await this.#fetch(job)
    }
    if (outcome.kind !== 'file' && outcome.kind !== 'disk')
      outcome = (await this.#saveInlineText(job, outcome)) ?? outcome
    if (outcome.kind === 'file' && outcome.file.bytes === 0)
      outcome = await this.#checkEmpty(job, outcome.file)
    if (outcome.kind === 'file' && !this.#dependencies.files.isExpected(job, outcome.file.kind))
      outcome = await this.#checkUnexpected(job, outcome.file)
    if (outcome.kind === 'failed' && outcome.received) this.#countIdentical(id, outcome.received)
    return this.#finish(job, outcome)
  }

  async #finish(job: JobRecord, outcome: DownloadOutcome): Promise<AttemptOutcome> {
    if (outcome.kind === 'file') {
      const doubt = outcome.isTruncated ? describeDoubt(outcome.file) : null
      await this.#save(job, outcome.file, doubt)
      return 'responded'
    }
    const { problem } = outcome
    if (problem.code === serviceErrors.resultTooLarge) {
      this.#forget(job.id)
      this.#showWait(job.id, 'unsaved', problem, null)
      return 'responded'
    }
    if (outcome.kind === 'disk') {
      this.#waitForDisk(job, problem)
      return 'none'
    }
    this.#retry(job, outcome)
    return judgeAttempt(outcome)
  }

  #attemptsOf(id: string): number {
    return this.#attempts.get(id) ?? 0
  }

  async #save(job: JobRecord, file: StoredFile, doubt: Problem | null = null): Promise<void> {
    const unfitAttempts = this.#unfitAttempts.get(job.id) ?? 0
    const gathered = await gatherFiles(job, file, {
      ...this.#dependencies,
      isClosing: () => this.#closed,
      skipsUnfitFormats: unfitAttempts >= MAX_UNFIT_ATTEMPTS,
    })
    if (gathered.kind === 'interrupted') {
      await this.#discard(job, gathered.stored)
      // The next session gets the files of a job that was interrupted because the program is closing.
      if (gathered.problem && this.#waitForDisk(job, gathered.problem))
        this.#unfitAttempts.set(job.id, unfitAttempts + 1)
      return
    }
    if (job.state === 'unsaved') this.#dependencies.store.move(job.id, 'saving', {})
    await this.#commit(job, { ...gathered.files, doubt })
    this.#forget(job.id)
  }

  async #commit(job: JobRecord, files: JobFiles): Promise<void> {
    try {
      this.#dependencies.save(job, files)
    } catch (error) {
      const stored = [files.result, ...files.alternatives].map(({ file }) => file)
      if (this.#dependencies.store.find(job.id)?.state === 'saving') await this.#discard(job, stored)
      throw error
    }
  }

  /** Deletes the files of an unfinished attempt, except the one that the next attempt finds and does not download again. */
  async #discard(job: JobRecord, stored: readonly StoredFile[]): Promise<void> {
    const downloaded = await this.#dependencies.files.findDownloaded(job)
    for (const file of stored)
      if (file.path !== downloaded?.path) await this.#dependencies.files.discard(file)
  }

  /** Schedules another attempt. Returns whether the disk can be used, so that only its space is too small. */
  #waitForDisk(job: JobRecord, problem: Problem): boolean {
    const isUsable = this.#dependencies.admission.checkDisk()
    this.#scheduleRetry(job.id, sourceOf(job), problem, DISK_RETRY_MS)
    return isUsable
  }

  /**
   * Accepts an empty file only if the result may be empty. A file behind a link must be empty in a second attempt too.
   */
  async #checkEmpty(job: JobRecord, file: StoredFile): Promise<DownloadOutcome> {
    const isSure = !job.status?.resultUrl || this.#attemptsOf(job.id) > 0
    if (isSure && this.#dependencies.files.mayBeEmpty(job)) return { kind: 'file', file }
    await this.#dependencies.files.discard(file)
    return { kind: 'failed', problem: { code: serviceErrors.resultMissing, money: 'charged' } }
  }

  /**
   * A file of an unexpected kind may be a temporary error of the host. It is accepted after three identical downloads, or with the last
   * quick attempt.
   */
  async #checkUnexpected({ id }: JobRecord, file: StoredFile): Promise<DownloadOutcome> {
    const times = this.#countIdentical(id, { sha256: file.sha256, isFramed: true })
    if (this.#attemptsOf(id) === MAX_QUICK_ATTEMPTS - 1 || times >= MIN_IDENTICAL_DOWNLOADS)
      return { kind: 'file', file }
    await this.#dependencies.files.discard(file)
    const params = { what: file.format }
    return { kind: 'failed', problem: { code: serviceErrors.resultDamaged, money: 'charged', params } }
  }

  /** Counts a download. Returns how often the same bytes were downloaded in a row. */
  #countIdentical(id: string, { sha256, isFramed }: { sha256: string; isFramed: boolean }): number {
    const previous = this.#suspectFiles.get(id)
    const times = previous?.sha256 === sha256 ? previous.times + 1 : 1
    this.#suspectFiles.set(id, { sha256, times, isFramed })
    return times
  }

  #forget(id: string): void {
    this.#attempts.delete(id)
    this.#suspectFiles.delete(id)
    this.#unfitAttempts.delete(id)
  }

  async #renewLink(job: JobRecord): Promise<JobRecord> {
    const record = await this.#dependencies.refresh(job)
    if (record?.phase !== 'done') return job
    const status = { ...record, preview: null }
    this.#dependencies.store.update(job.id, job.state, { status })
    return { ...job, status }
  }

  async #fetch(job: JobRecord): Promise<DownloadOutcome> {
    const { files } = this.#dependencies
    const url = job.status?.resultUrl
    const suspect = this.#suspectFiles.get(job.id)
    const needed = suspect?.isFramed ? MIN_IDENTICAL_TRUNCATED_DOWNLOADS : MIN_IDENTICAL_UNFRAMED_DOWNLOADS
    // This download may be the last one that is needed.
    const acceptance = suspect && suspect.times >= needed - 1 ? { acceptTruncated: suspect.sha256 } : null
    if (url) return files.download(job, url, { isJournaled: true, ...acceptance })
    const inline = readInlineResult(job.status)
    if (inline?.kind === 'data') return files.download(job, inline.uri, { isJournaled: true, ...acceptance })
    if (inline) return files.saveText(inline.text)
    const isEmpty = job.status?.result?.trim() === '' || this.#attemptsOf(job.id) >= MIN_ATTEMPTS_FOR_EMPTY
    if (files.mayBeEmpty(job) && isEmpty) return files.saveText('')
    return { kind: 'failed', problem: { code: serviceErrors.resultMissing, money: 'charged' } }
  }

  /** Saves the text in the response in place of the file behind the link; null if the link is tried again. */
  async #saveInlineText(job: JobRecord, outcome: LinkFailure): Promise<DownloadOutcome | null> {
    const { files } = this.#dependencies
    const inline = readInlineResult(job.status)
    if (!job.status?.resultUrl || inline?.kind !== 'text' || !files.makesText(job)) return null
    if (!this.#isLinkUnusable(job, outcome)) return null
    const saved = await saveText(inline.text, files)
    return saved.kind === 'file' || saved.kind === 'disk' ? saved : null
  }

  /**
   * Whether a link will not lead to a file: the file is too large, none of the quick attempts got it, or the result is old. An attempt that
   * fails because the program is closing shows nothing.
   */
  #isLinkUnusable(job: JobRecord, { problem }: LinkFailure): boolean {
    if (problem.code === serviceErrors.resultTooLarge) return true
    if (this.#closed) return false
    return this.#attemptsOf(job.id) >= MAX_QUICK_ATTEMPTS - 1 || this.#isOld(job)
  }

  #isOld({ doneAt, acceptedAt }: JobRecord): boolean {
    const readyAt = doneAt ?? acceptedAt
    return readyAt !== null && this.#dependencies.clock.now() - readyAt > OLD_MS
  }

  /** Schedules a retry after a failed attempt. Waiting until a poll may be sent does not count as one. */
  #retry(job: JobRecord, outcome: LinkFailure): void {
    const { kind, problem } = outcome
    const { clock, pollsHeldUntil } = this.#dependencies
    const now = clock.now()
    const needsPoll = kind === 'expired' || problem.code === serviceErrors.resultMissing
    const heldUntil = needsPoll ? pollsHeldUntil(job) : null
    const source = sourceOf(job)
    const described = describeFailure(outcome, source.host, job, now)
    if (heldUntil !== null)
      return this.#scheduleRetry(job.id, source, described, Math.max(1, heldUntil - now))
    const attempts = this.#attemptsOf(job.id)
    this.#attempts.set(job.id, attempts + 1)
    const longest = needsPoll ? MAX_POLLING_RETRY_MS : MAX_RETRY_MS
    const delay = this.#isOld(job)
      ? OLD_RETRY_MS
      : Math.min(longest, FIRST_RETRY_MS * 2 ** Math.min(attempts, 20))
    this.#scheduleRetry(job.id, source, described, delay)
  }

  /** Retries after `delay` ms. A short wait is shown as `saving`, a long one as `unsaved` with its reason. */
  #scheduleRetry(id: string, source: FetchSource, problem: Problem, delay: number): void {
    const at = this.#queue.add(id, source, delay)
    const isLong = this.#attemptsOf(id) > MAX_QUICK_ATTEMPTS || delay > MAX_QUICK_MS
    this.#showWait(id, isLong ? 'unsaved' : 'saving', problem, at)
  }

  #showWait(id: string, state: 'saving' | 'unsaved', problem: Problem, waitsUntil: number | null): void {
    const { store, live, log } = this.#dependencies
    const changes = { problem: { ...problem, money: 'charged' }, waitsUntil } as const
    try {
      if (state === 'saving' && store.update(id, 'saving', changes)) return
      if (!store.move(id, 'unsaved', changes)) store.update(id, 'unsaved', changes)
      // The progress of all jobs counts an unsaved one as done.
      live.forget(id)
    } catch (error) {
      log.error('The wait of a job could not be written', { job: id, error: String(error) })
    }
  }
}
