import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { Progress } from '../../../../src-preload/contract/types/progress.ts'
import type { Clock, Log } from '../../world.ts'
import type { Announcer } from './Announcer.ts'
import type { JobGroup, WorkTable } from './WorkTable.ts'
import type { LiveJobs } from '../store/LiveJobs.ts'
import type { Queue } from '../queue/Queue.ts'

/** Minimum time between two checks. */
const CHECK_INTERVAL_MS = 400

interface Dependencies {
  table: WorkTable
  announcer: Announcer
  queue: Pick<Queue, 'paused'>
  /** Why jobs like these are not sent; null if they only wait for the service. */
  holdReason: (group: JobGroup) => 'budget' | 'disk' | null
  live: Pick<LiveJobs, 'sumProgress'>
  emit: (event: StudioEvent) => void
  clock: Clock
  log: Log
}

const IDLE: Progress = { done: 0, total: 0, fraction: 0, isActive: false, needsAttention: false }

/** Measures and reports the progress of all jobs, from the first one after an idle queue until the queue is idle again. */
export class ProgressWatch {
  readonly #dependencies: Dependencies
  /** When the queue was last idle, in milliseconds since the epoch. Jobs that ended since then count as progress. */
  #countedFrom: number
  #isRunning = false
  #progress = IDLE
  #cancel: (() => void) | null = null
  #closed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#countedFrom = dependencies.clock.now()
  }

  get progress(): Progress {
    return this.#progress
  }

  /** Numbers of running jobs, of jobs that will be sent, and of jobs on hold. */
  countOpenJobs(): { sent: number; unsent: number; held: number } {
    const active = this.#dependencies.table.activeJobs()
    const [sent, ready] = [sum(active.filter((group) => group.isSent)), sum(this.#ready(active))]
    return { sent, unsent: ready, held: sum(active) - sent - ready }
  }

  /** Handles an event of the studio. */
  onEvent(event: StudioEvent): void {
    if (event.type === 'jobs.changed') this.#dependencies.announcer.onJobs(event.jobs)
    if (event.type === 'jobs.changed' || event.type === 'queue.changed') this.scheduleCheck()
  }

  /** Schedules one check for all changes in the next 400 ms. */
  scheduleCheck(): void {
    if (this.#closed) return
    this.#cancel ??= this.#dependencies.clock.after(CHECK_INTERVAL_MS, () => {
      this.#cancel = null
      try {
        this.#check()
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

  #check(): void {
    const { table, announcer, holdReason, emit } = this.#dependencies
    const active = table.activeJobs()
    const batchesWaitingForDisk = table.batchesWaitingForDisk()
    const progress = this.#measure(active, batchesWaitingForDisk)
    if (JSON.stringify(progress) !== JSON.stringify(this.#progress)) {
      this.#progress = progress
      emit({ type: 'progress', progress })
    }
    announcer.checkBatches({ active, batchesWaitingForDisk, holdReason })
  }

  #measure(active: readonly JobGroup[], batchesWaitingForDisk: ReadonlySet<string | null>): Progress {
    const { table, live, holdReason, clock } = this.#dependencies
    const withProblem = table.batchesWithProblem()
    const sent = sum(active.filter((group) => group.isSent))
    const unheld = active.filter((group) => !group.isSent && !group.isHeld)
    const held = sum(
      active.filter((group) => !group.isSent && group.isHeld && withProblem.has(group.batch ?? '')),
    )
    const isActive = sent + sum(this.#ready(active)) > 0
    const blocked = held + sum(unheld.filter((group) => holdReason(group) !== null))
    this.#isRunning = isActive || (this.#isRunning && blocked > 0)
    if (!this.#isRunning) {
      this.#countedFrom = clock.now()
      return IDLE
    }
    const { done, needAttention } = table.countSince(this.#countedFrom)
    const total = done + sent + sum(unheld) + held
    const fraction = Math.min(1, (done + live.sumProgress()) / total)
    return {
      done,
      total,
      // Half a percent is the finest step that a progress bar shows.
      fraction: Math.round(fraction * 200) / 200,
      isActive,
      needsAttention: needAttention > 0 || blocked > 0 || batchesWaitingForDisk.size > 0,
    }
  }

  /** Unsent jobs that may be sent. */
  #ready(active: readonly JobGroup[]): JobGroup[] {
    const { queue, holdReason } = this.#dependencies
    if (queue.paused) return []
    return active.filter((group) => !group.isSent && !group.isHeld && holdReason(group) === null)
  }
}

const sum = (groups: readonly JobGroup[]): number => groups.reduce((all, { jobs }) => all + jobs, 0)
