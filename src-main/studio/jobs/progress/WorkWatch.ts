import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { Progress } from '../../../../src-preload/contract/types/work.ts'
import type { Clock, Log } from '../../world.ts'
import type { Announcer } from './Announcer.ts'
import type { Bundle, WorkTable } from './WorkTable.ts'

/** Minimum time between two checks, however much changes. */
const EVERY_MS = 400

interface Dependencies {
  table: WorkTable
  announcer: Announcer
  isPaused: () => boolean
  /** Why such jobs wait; null: only for the service. */
  holdOf: (bundle: Bundle) => 'budget' | 'disk' | null
  /** Sum of the progress of running jobs; 1 for each that is nearly done. */
  live: () => number
  emit: (event: StudioEvent) => void
  clock: Clock
  log: Log
}

const REST: Progress = { done: 0, total: 0, fraction: 0, isActive: false, needsAttention: false }

/** Tracks the progress of all work, from the first job after an idle queue to the last, and reports it. */
export class WorkWatch {
  readonly #dependencies: Dependencies
  /** Start of the current run of work; without one, the last time that nothing was open. */
  #began: number
  #running = false
  #progress = REST
  #cancel: (() => void) | null = null
  #closed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#began = dependencies.clock.now()
  }

  get progress(): Progress {
    return this.#progress
  }

  /** Numbers of running jobs, of jobs that will be sent, and of jobs on hold. */
  openWork(): { sent: number; unsent: number; held: number } {
    const toCome = this.#dependencies.table.toCome()
    const [sent, ready] = [sum(toCome.filter((one) => one.sent)), sum(this.#ready(toCome))]
    return { sent, unsent: ready, held: sum(toCome) - sent - ready }
  }

  /** Handles an event of the studio. */
  onEvent(event: StudioEvent): void {
    if (event.type === 'jobs.changed') this.#dependencies.announcer.onJobs(event.jobs)
    if (event.type === 'jobs.changed' || event.type === 'queue.changed') this.look()
  }

  /** Schedules one check for all changes until then. */
  look(): void {
    if (this.#closed) return
    this.#cancel ??= this.#dependencies.clock.after(EVERY_MS, () => {
      this.#cancel = null
      try {
        this.#look()
      } catch (error) {
        this.#dependencies.log.warn('The progress could not be read', { error: String(error) })
      }
    })
  }

  close(): void {
    this.#closed = true
    this.#cancel?.()
    this.#cancel = null
  }

  #look(): void {
    const { table, announcer, holdOf, emit } = this.#dependencies
    const toCome = table.toCome()
    const onDiskFull = table.waitingForRoom()
    const progress = this.#measure(toCome, onDiskFull)
    if (JSON.stringify(progress) !== JSON.stringify(this.#progress)) {
      this.#progress = progress
      emit({ type: 'progress', progress })
    }
    announcer.look({ toCome, onDiskFull, holdOf })
  }

  #measure(toCome: readonly Bundle[], onDiskFull: ReadonlySet<string | null>): Progress {
    const { table, live, holdOf, clock } = this.#dependencies
    const stopped = table.stopped()
    const sent = sum(toCome.filter((one) => one.sent))
    const free = toCome.filter((one) => !one.sent && !one.held)
    const held = sum(toCome.filter((one) => !one.sent && one.held && stopped.has(one.batch ?? '')))
    const isActive = sent + sum(this.#ready(toCome)) > 0
    const standing = held + sum(free.filter((one) => holdOf(one) !== null))
    this.#running = isActive || (this.#running && standing > 0)
    if (!this.#running) {
      this.#began = clock.now()
      return REST
    }
    const { ended, lost } = table.endedSince(this.#began)
    const total = ended + sent + sum(free) + held
    const part = Math.min(1, (ended + live()) / total)
    return {
      done: ended,
      total,
      // Finer steps are not visible.
      fraction: Math.round(part * 200) / 200,
      isActive,
      needsAttention: lost > 0 || standing > 0 || onDiskFull.size > 0,
    }
  }

  /** Unsent jobs that are not on hold. */
  #ready(toCome: readonly Bundle[]): Bundle[] {
    const { isPaused, holdOf } = this.#dependencies
    if (isPaused()) return []
    return toCome.filter((one) => !one.sent && !one.held && holdOf(one) === null)
  }
}

const sum = (bundles: readonly Bundle[]): number => bundles.reduce((all, { jobs }) => all + jobs, 0)
