import { batchErrors } from '../../../../src-preload/contract/errors.ts'
import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { Batch } from '../../../../src-preload/contract/types/batch.ts'
import type { Job, JobState } from '../../../../src-preload/contract/types/job.ts'
import type { Settings } from '../../../../src-preload/contract/types/studio.ts'
import type { Announcement } from '../../../../src-preload/contract/types/work.ts'
import type { Log } from '../../world.ts'
import type { Bundle, WorkTable } from './WorkTable.ts'

/** A single job that took less time is not announced, because the user is still there. */
export const LONG_MS = 30_000

interface Dependencies {
  table: Pick<WorkTable, 'untold' | 'tellEnd' | 'tellStop'>
  batch: (id: string) => Batch | null
  settings: () => Settings
  emit: (event: StudioEvent) => void
  log: Log
}

interface Seen {
  toCome: readonly Bundle[]
  /** Batches with results that wait for disk space. */
  onDiskFull: ReadonlySet<string | null>
  holdOf: (bundle: Bundle) => 'budget' | 'disk' | null
}

const OVER: readonly JobState[] = ['saved', 'failed']
const NEEDS_A_LOOK: readonly JobState[] = ['uncertain', 'vanished', 'unsaved']

/**
 * Announces each batch once when it ends, before that once for each reason it stops (a raised limit counts as another), and long
 * single jobs.
 */
export class Announcer {
  readonly #dependencies: Dependencies
  /** What was announced; for batches also saved on disk, if the write succeeds. */
  readonly #told = new Set<string>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Handles changed jobs; those of batches are announced together. */
  onJobs(jobs: readonly Job[]): void {
    const { settings, emit } = this.#dependencies
    const ended = jobs.filter((job) => !job.batch && isNews(job) && !this.#told.has(job.id))
    if (ended.length === 0) return
    const { announceJobs, announceWithSound: playSound } = settings()
    for (const job of ended) {
      this.#told.add(job.id)
      if (announceJobs) emit({ type: 'announcement', announcement: { ...ofJob(job), playSound } })
    }
  }

  /** Batches that ended, or that don't continue by themselves. */
  look({ toCome, onDiskFull, holdOf }: Seen): void {
    const ofBatch = Map.groupBy(toCome, ({ batch }) => batch)
    for (const { id, cap, problem } of this.#dependencies.table.untold()) {
      const own = ofBatch.get(id) ?? []
      const atWork = own.some(({ sent }) => sent)
      if (own.length === 0) this.#tell(id, null)
      else if (atWork && onDiskFull.has(id)) this.#tell(id, 'disk')
      else if (atWork) continue
      else if (problem === batchErrors.capReached) this.#tell(id, 'cap', `cap ${cap}`)
      else if (problem === batchErrors.priceChanged) this.#tell(id, 'price')
      else if (problem !== null) this.#tell(id, 'budget')
      else {
        const why = own.filter(({ held }) => !held).map(holdOf)
        if (why[0] && !why.includes(null)) this.#tell(id, why[0])
      }
    }
  }

  /** `why`: identifies this stop among others of the batch. */
  #tell(id: string, stopReason: Announcement['stopReason'], why: string | null = stopReason): void {
    const { batch: find, settings, emit } = this.#dependencies
    // A stopped batch is checked often and announced once.
    if (this.#told.has(saidOf(id, why))) return
    const batch = find(id)
    if (!batch || !this.#note(id, why)) return
    const { name, saved, failed, uncertain, unsent, spent: quoted } = batch
    const { announceBatches, announceWithSound: playSound } = settings()
    // A batch that the user cancelled is not announced.
    if (!announceBatches || (!stopReason && saved + failed + uncertain === 0)) return
    const counts = { saved, failed, uncertain, unsent, quoted }
    emit({
      type: 'announcement',
      announcement: { id, about: 'batch', name, ...counts, stopReason, assetId: null, playSound },
    })
  }

  /**
   * Saved before the announcement, so that a crash in between loses it rather than repeats it; false if it was announced before.
   */
  #note(id: string, why: string | null): boolean {
    const { table, log } = this.#dependencies
    this.#told.add(saidOf(id, why))
    try {
      return why === null ? table.tellEnd(id) : table.tellStop(id, why)
    } catch (error) {
      log.warn('That a batch was told of could not be noted', { batch: id, error: String(error) })
      return true
    }
  }
}

const saidOf = (id: string, why: string | null): string => `${id} ${why ?? 'is over'}`

function isNews({ state, tookMs }: Job): boolean {
  if (NEEDS_A_LOOK.includes(state)) return true
  return OVER.includes(state) && tookMs !== null && tookMs >= LONG_MS
}

function ofJob({ id, title, state, price, assets }: Job): Omit<Announcement, 'playSound'> {
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
