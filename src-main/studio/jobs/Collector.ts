import { borderErrors, serviceErrors } from '../../../src-preload/contract/errors.ts'
import type { AssetKind } from '../../../src-preload/contract/types/asset.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { DownloadOutcome, StoredFile } from '../downloads/DownloadOutcome.ts'
import type { StatusRecord } from '../service/StatusRecord.ts'
import type { Clock } from '../world.ts'
import { gatherFiles, type Collected, type Gathering } from './gatherFiles.ts'
import { inlineResult } from './inlineResult.ts'
import type { Gate } from './Gate.ts'
import type { JobRecord } from './JobRecord.ts'
import type { JobStore } from './JobStore.ts'

const IN_FLIGHT = 3
const RETRY_MS = [2000, 5000, 15_000, 60_000, 300_000]
/** After so many tries in vain the service is asked where the result is now; once more at the last, and at each late one. */
const RENEW_AT = 3
const DISK_RETRY_MS = 30_000
/** A break of our own, most often a row that could not be written, is no fault of the result: it is never given up for that. */
const BROKEN_RETRY_MS = 30_000

const MINUTE = 60_000
/** What could not be fetched in all these times is tried on now and then, before the service forgets it: a night without a network loses nothing. */
const LATE_MS = [15, 30, 60, 60, 120, 120, 240, 240, 480, 720, 720].map((minutes) => minutes * MINUTE)
const LATE_AT_START_MS = 30_000
/** Each writes its row: many at once would be felt. */
const APART_MS = 100
/** A limit that lasts no longer is sat out. */
const SHORT_MS = 5 * MINUTE

/** Asked this often about a done text that is nowhere, it is taken for empty: a silent source (facts.md §3). */
const EMPTY_AFTER = 3
/** Unknown bytes that came this often alike are what the service means. */
const ALIKE = 3

interface Parts extends Gathering {
  store: JobStore
  gate: Pick<Gate, 'noRoom'>
  /** The file of the job that arrived right before the last end. */
  arrived: (job: JobRecord) => Promise<StoredFile | null>
  /** Whether nothing at all may be what the job made: words that nobody spoke. */
  mayBeEmpty: (job: JobRecord) => boolean
  /** Whether a file of this kind is what the job was for. */
  isExpected: (job: JobRecord, kind: AssetKind) => boolean
  /** Asks the service once more about a done job; null when it gave no readable answer. */
  refresh: (job: JobRecord) => Promise<StatusRecord | null>
  /** Until when the service wants to be asked nothing about a job; null: it may be asked. */
  pollsHeldUntil: (job: JobRecord) => number | null
  /** Commits the files' rows and the state `saved` together. */
  save: (job: JobRecord, collected: Collected) => void
  clock: Clock
}

/** A page of words where a picture should be may be of the moment; what is too large stays so. */
const isHopeless = (problem: Problem | null): boolean =>
  problem?.code === serviceErrors.resultRefused && problem.params?.['what'] === 'too_large'

/** Fetches the results of finished jobs, a few at once; an expired link is renewed by one poll, nothing is generated again. */
export class Collector {
  readonly #parts: Parts
  readonly #waiting: string[] = []
  readonly #attempts = new Map<string, number>()
  /** Files that were not what their jobs were for, by job: which it was, and how often it came in a row. */
  readonly #doubted = new Map<string, { sha256: string; times: number }>()
  /** How many late tries a job has had or has before it. */
  readonly #late = new Map<string, number>()
  readonly #inFlight = new Map<string, Promise<void>>()
  readonly #timers = new Map<string, () => void>()
  #closed = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Begins to fetch the result of a job in `saving`. */
  collect(id: string): void {
    this.#late.delete(id)
    this.#begin(id)
  }

  /** Takes up jobs that an earlier run left `unsaved`: all but those whose result can never be saved. */
  resume(jobs: readonly JobRecord[]): void {
    const open = jobs.filter(({ problem }) => !isHopeless(problem))
    for (const [place, { id }] of open.entries()) this.#wait(id, LATE_AT_START_MS + place * APART_MS)
  }

  #begin(id: string): void {
    if (this.#closed || this.#inFlight.has(id) || this.#waiting.includes(id)) return
    this.#timers.get(id)?.()
    this.#timers.delete(id)
    this.#waiting.push(id)
    this.#pump()
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const cancel of this.#timers.values()) cancel()
    await Promise.allSettled(this.#inFlight.values())
  }

  #pump(): void {
    while (!this.#closed && this.#inFlight.size < IN_FLIGHT) {
      const id = this.#waiting.shift()
      if (id === undefined) return
      const work = this.#collect(id)
        .catch((error: unknown) => {
          this.#parts.log.error('Saving a result broke', { job: id, error: String(error) })
          this.#parts.gate.noRoom()
          this.#later(id, { code: borderErrors.internal, money: 'charged' }, BROKEN_RETRY_MS)
        })
        .finally(() => {
          this.#inFlight.delete(id)
          this.#pump()
        })
      this.#inFlight.set(id, work)
    }
  }

  async #collect(id: string): Promise<void> {
    let job = this.#parts.store.find(id)
    if (!job || job.state !== 'saving') return
    const arrived = await this.#parts.arrived(job)
    if (arrived && this.#parts.isExpected(job, arrived.kind)) return this.#save(job, arrived)
    if (!job.result?.resultUrl && !inlineResult(job.result)) job = await this.#renew(job)
    let outcome = await this.#fetch(job)
    if (outcome.kind === 'expired' || (outcome.kind === 'failed' && this.#isTimeToRenew(id))) {
      const link = job.result?.resultUrl
      job = await this.#renew(job)
      if (job.result?.resultUrl !== link) outcome = await this.#fetch(job)
    }
    if (outcome.kind !== 'file' && outcome.kind !== 'disk_full')
      outcome = (await this.#instead(job)) ?? outcome
    if (outcome.kind === 'file' && outcome.file.bytes === 0)
      outcome = await this.#doubtNothing(job, outcome.file)
    if (outcome.kind === 'file' && !this.#parts.isExpected(job, outcome.file.kind))
      outcome = await this.#doubt(job, outcome.file)
    if (outcome.kind === 'file') await this.#save(job, outcome.file)
    else if (outcome.kind === 'refused')
      this.#giveUp(id, outcome.problem, isHopeless(outcome.problem) ? null : this.#nextLate(id))
    else if (outcome.kind === 'disk_full') {
      this.#parts.gate.noRoom()
      this.#later(id, outcome.problem, DISK_RETRY_MS)
    } else if (!this.#sitOut(job, outcome)) this.#retry(id, outcome.problem)
  }

  /** The host of a link may be no more, such as that of a service that moved: the link is good and leads nowhere. */
  #isTimeToRenew(id: string): boolean {
    const attempts = this.#attempts.get(id) ?? 0
    return attempts === RENEW_AT || attempts >= RETRY_MS.length
  }

  async #save(job: JobRecord, file: StoredFile): Promise<void> {
    const collected = await gatherFiles(job, file, this.#parts)
    await this.#commit(job, collected)
    this.#forget(job.id)
  }

  /** A file whose row can't be written is there twice after the next try, unless that finds it. */
  async #commit(job: JobRecord, collected: Collected): Promise<void> {
    try {
      this.#parts.save(job, collected)
    } catch (error) {
      const isUnwritten = this.#parts.store.find(job.id)?.state === 'saving'
      const files = isUnwritten ? [collected.result, ...collected.alternatives] : []
      const arrived = await this.#parts.arrived(job)
      for (const { file } of files) if (file.path !== arrived?.path) await this.#parts.discard(file)
      throw error
    }
  }

  /** An empty file behind a link is looked at twice, and is no result where there must be something. */
  async #doubtNothing(job: JobRecord, file: StoredFile): Promise<DownloadOutcome> {
    const isSure = !job.result?.resultUrl || (this.#attempts.get(job.id) ?? 0) > 0
    if (isSure && this.#parts.mayBeEmpty(job)) return { kind: 'file', file }
    await this.#parts.discard(file)
    return { kind: 'failed', problem: { code: serviceErrors.resultMissing, money: 'charged' } }
  }

  /** Odd bytes may be a bad moment of the host: they are the result once they came alike thrice, or nothing better comes. */
  async #doubt({ id }: JobRecord, file: StoredFile): Promise<DownloadOutcome> {
    const before = this.#doubted.get(id)
    const times = before?.sha256 === file.sha256 ? before.times + 1 : 1
    const isLast = (this.#attempts.get(id) ?? 0) >= RETRY_MS.length && !this.#late.has(id)
    if (isLast || times >= ALIKE) return { kind: 'file', file }
    this.#doubted.set(id, { sha256: file.sha256, times })
    await this.#parts.discard(file)
    const params = { what: file.format }
    return { kind: 'failed', problem: { code: serviceErrors.resultDamaged, money: 'charged', params } }
  }

  #forget(id: string): void {
    this.#attempts.delete(id)
    this.#doubted.delete(id)
    this.#late.delete(id)
  }

  async #renew(job: JobRecord): Promise<JobRecord> {
    const record = await this.#parts.refresh(job)
    if (record?.phase !== 'done') return job
    const result = { ...record, preview: null }
    this.#parts.store.note(job.id, 'saving', { result })
    return { ...job, result }
  }

  async #fetch(job: JobRecord): Promise<DownloadOutcome> {
    const { download, saveInline, mayBeEmpty } = this.#parts
    const url = job.result?.resultUrl
    if (url) return download(job, url, true)
    const inline = inlineResult(job.result)
    if (inline) return inline.kind === 'data' ? download(job, inline.uri, true) : saveInline(inline.words)
    const asked = this.#attempts.get(job.id) ?? 0
    const isEmpty = job.result?.result?.trim() === '' || asked >= EMPTY_AFTER
    if (mayBeEmpty(job) && isEmpty) return saveInline('')
    return { kind: 'failed', problem: { code: serviceErrors.resultMissing, money: 'charged' } }
  }

  /** The words inside the answer, where the same behind a link can't be had. */
  async #instead(job: JobRecord): Promise<DownloadOutcome | null> {
    const inline = inlineResult(job.result)
    if (!job.result?.resultUrl || inline?.kind !== 'words' || !this.#parts.makesText(job)) return null
    const saved = await this.#parts.saveInline(inline.words)
    return saved.kind === 'file' ? saved : null
  }

  #retry(id: string, problem: Problem): void {
    const attempt = this.#attempts.get(id) ?? 0
    const delay = RETRY_MS[attempt]
    if (delay === undefined) return this.#giveUp(id, problem, this.#nextLate(id))
    this.#attempts.set(id, attempt + 1)
    this.#later(id, problem, delay)
  }

  /** What only a poll can bring, such as a fresh link, waits while none may go, and that is no failed try. False where it is not that. */
  #sitOut(job: JobRecord, { kind, problem }: Exclude<DownloadOutcome, { kind: 'file' }>): boolean {
    const needsPoll = kind === 'expired' || problem.code === serviceErrors.resultMissing
    const until = needsPoll ? this.#parts.pollsHeldUntil(job) : null
    if (until === null) return false
    const ms = Math.max(1, until - this.#parts.clock.now())
    if (ms <= SHORT_MS) this.#later(job.id, problem, ms)
    else this.#giveUp(job.id, problem, ms)
    return true
  }

  #later(id: string, problem: Problem, delay: number): void {
    const { store, clock, log } = this.#parts
    if (this.#closed) return
    this.#timers.set(
      id,
      clock.after(delay, () => this.#begin(id)),
    )
    try {
      store.note(id, 'saving', { problem: { ...problem, money: 'charged' }, waitsUntil: clock.now() + delay })
    } catch (error) {
      log.error('A job could not say that it waits', { job: id, error: String(error) })
    }
  }

  /** How long to the next of the late tries; null where all are used up. */
  #nextLate(id: string): number | null {
    const tries = this.#late.get(id) ?? 0
    this.#late.set(id, tries + 1)
    return LATE_MS[tries] ?? null
  }

  /** For a person to look at; tried once more by itself after `late` ms. */
  #giveUp(id: string, problem: Problem, late: number | null): void {
    const { store, clock } = this.#parts
    this.#attempts.delete(id)
    const waitsUntil = late === null ? null : clock.now() + late
    store.move(id, 'unsaved', { problem: { ...problem, money: 'charged' }, waitsUntil })
    if (late !== null) this.#wait(id, late)
  }

  #wait(id: string, ms: number): void {
    if (this.#closed) return
    this.#timers.get(id)?.()
    this.#timers.set(
      id,
      this.#parts.clock.after(ms, () => this.#tryLate(id)),
    )
  }

  /** One try, not all of them anew. */
  #tryLate(id: string): void {
    const { store, log } = this.#parts
    this.#timers.delete(id)
    try {
      if (!store.move(id, 'saving', { waitsUntil: null })) return
      this.#attempts.set(id, RETRY_MS.length)
      this.#begin(id)
    } catch (error) {
      log.error('A result could not be taken up again', { job: id, error: String(error) })
      this.#wait(id, BROKEN_RETRY_MS)
    }
  }
}
