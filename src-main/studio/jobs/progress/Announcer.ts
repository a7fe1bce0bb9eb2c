import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { Job, JobState } from '../../../../src-preload/contract/types/job.ts'
import type { Announcement, StopReason } from '../../../../src-preload/contract/types/progress.ts'
import type { Log } from '../../world.ts'
import type { BatchTable, PauseCode } from '../batches/BatchTable.ts'
import type { JobGroup, WorkTable } from './WorkTable.ts'
import type { Settings } from '../../app/Settings.ts'

/** A single job that took less time is not announced, because the user probably waited for it. */
export const MIN_ANNOUNCED_MS = 30_000

interface Dependencies {
  table: Pick<WorkTable, 'unannouncedBatches' | 'recordEndAnnounced' | 'recordStopAnnounced'>
  batches: Pick<BatchTable, 'find'>
  settings: Pick<Settings, 'get'>
  emit: (event: StudioEvent) => void
  log: Log
}

interface WorkStatus {
  active: readonly JobGroup[]
  /** Batches with results that wait for the disk. */
  batchesWaitingForDisk: ReadonlySet<string | null>
  holdReason: (group: JobGroup) => 'budget' | 'disk' | null
}

const STOP_REASONS: Record<PauseCode, StopReason> = {
  batch_cap_reached: 'cap',
  batch_price_changed: 'price',
  batch_balance: 'balance',
}
const LONG_JOB_STATES: readonly JobState[] = ['saved', 'failed']
const ATTENTION_STATES: readonly JobState[] = ['uncertain', 'vanished', 'unsaved']

/**
 * Announces batches and long single jobs. A batch is announced once when it ends, and before that once for each reason why it stops.
 * Reaching a raised limit counts as another reason, and so does any reason once the user has resumed the batch.
 */
export class Announcer {
  readonly #dependencies: Dependencies
  /** What was announced in this session. For batches the database stores it too, unless the write failed. */
  readonly #announced = new Set<string>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Announces single jobs among changed jobs. Jobs of batches are announced together. */
  onJobs(jobs: readonly Job[]): void {
    const { settings, emit } = this.#dependencies
    const ended = jobs.filter((job) => !job.batch && shouldAnnounce(job) && !this.#announced.has(job.id))
    if (ended.length === 0) return
    const { announceJobs, announceWithSound: playSound } = settings.get()
    for (const job of ended) {
      this.#announced.add(job.id)
      if (announceJobs) emit({ type: 'announcement', announcement: { ...jobAnnouncement(job), playSound } })
    }
  }

  /** Announces batches that ended, or that will not continue without the user. */
  checkBatches({ active, batchesWaitingForDisk, holdReason }: WorkStatus): void {
    const groupsByBatch = Map.groupBy(active, ({ batch }) => batch)
    for (const { id, cap, problem } of this.#dependencies.table.unannouncedBatches()) {
      const groups = groupsByBatch.get(id) ?? []
      const isRunning = groups.some(({ isSent }) => isSent)
      if (groups.length === 0) this.#announceBatch(id, null)
      else if (isRunning && batchesWaitingForDisk.has(id)) this.#announceBatch(id, 'disk')
      else if (isRunning) continue
      else if (problem !== null) {
        const reason = STOP_REASONS[problem]
        this.#announceBatch(id, reason, reason === 'cap' ? `cap ${cap}` : reason)
      } else {
        const reasons = groups.filter(({ isHeld }) => !isHeld).map(holdReason)
        if (reasons[0] && !reasons.includes(null)) this.#announceBatch(id, reasons[0])
      }
    }
  }

  /** Call it when the user resumed a batch, so that its next stop is announced even if the reason is the same. */
  onBatchResumed(id: string): void {
    for (const key of this.#announced) if (key.startsWith(stopPrefix(id))) this.#announced.delete(key)
  }

  /** `stopReason`: null for the end of the batch. `stopKey`: distinguishes this stop from others of the batch. */
  #announceBatch(id: string, stopReason: StopReason | null, stopKey: string | null = stopReason): void {
    const { batches, settings, emit } = this.#dependencies
    // A stopped batch is checked often and announced once.
    if (this.#announced.has(announcementKey(id, stopKey))) return
    const batch = batches.find(id)
    if (!batch || !this.#recordAnnounced(id, stopKey)) return
    const { name, saved, failed, uncertain, unsent, spent: quoted } = batch
    const { announceBatches, announceWithSound: playSound } = settings.get()
    // A batch that the user cancelled is not announced.
    if (!announceBatches || (!stopReason && saved + failed + uncertain === 0)) return
    const counts = { saved, failed, uncertain, unsent, quoted }
    emit({
      type: 'announcement',
      announcement: { id, about: 'batch', name, ...counts, stopReason, assetId: null, playSound },
    })
  }

  /**
   * Records an announcement before it is made, so that a crash in between loses it rather than repeats it. Returns
   * false if it was already made.
   */
  #recordAnnounced(id: string, stopKey: string | null): boolean {
    const { table, log } = this.#dependencies
    this.#announced.add(announcementKey(id, stopKey))
    try {
      return stopKey === null ? table.recordEndAnnounced(id) : table.recordStopAnnounced(id, stopKey)
    } catch (error) {
      log.warn('The announcement of a batch could not be recorded', { batch: id, error: String(error) })
      return true
    }
  }
}

const stopPrefix = (id: string): string => `${id} stop `
const announcementKey = (id: string, stopKey: string | null): string =>
  stopKey === null ? `${id} end` : `${stopPrefix(id)}${stopKey}`

function shouldAnnounce({ state, tookMs }: Job): boolean {
  if (ATTENTION_STATES.includes(state)) return true
  return LONG_JOB_STATES.includes(state) && tookMs !== null && tookMs >= MIN_ANNOUNCED_MS
}

function jobAnnouncement({ id, title, state, price, assets }: Job): Omit<Announcement, 'playSound'> {
  const result = assets.find(({ role }) => role === 'result')
  const failed = state === 'failed'
  return {
    id,
    about: 'job',
    name: title,
    saved: Number(state === 'saved'),
    failed: Number(!['saved', 'uncertain'].includes(state)),
    uncertain: Number(state === 'uncertain'),
    unsent: 0,
    quoted: failed ? 0 : (price ?? 0),
    stopReason: null,
    assetId: result?.id ?? null,
  }
}
