import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Clock, Log } from '../../world.ts'
import type { AdmissionPolicy } from '../engineInterfaces.ts'
import type { JobRecord } from '../store/JobRecord.ts'
import type { JobStore } from '../store/JobStore.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Ledger } from '../../money/spend/Ledger.ts'
import type { SubmitOutcome } from './outcomes.ts'

interface Dependencies {
  store: JobStore
  admission: Pick<AdmissionPolicy, 'pauseForBalance'>
  ledger: Pick<Ledger, 'record'>
  database: Pick<Database, 'transaction'>
  clock: Clock
}

/** Writes the outcome of a submit: the job's state and its ledger entry in one transaction. */
export class OutcomeWriter {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Rejects a job before anything was sent, because a file is missing. The form shows the problem at the file's field. */
  reject(job: JobRecord, problem: Problem): void {
    const { store, clock, database, ledger } = this.#dependencies
    database.transaction(() => {
      if (!store.move(job.id, 'sending', { waitsUntil: null })) return
      if (store.move(job.id, 'rejected', { problem, finishedAt: clock.now() }))
        ledger.record(job.id, 'released', job.price ?? 0)
    })
  }

  /** Marks a job that may have been sent, when it is unknown whether it was accepted. */
  markUncertain(job: JobRecord, problem: Problem): void {
    const { store, database, ledger } = this.#dependencies
    database.transaction(() => {
      if (store.move(job.id, 'uncertain', { problem })) ledger.record(job.id, 'uncertain', job.price ?? 0)
    })
  }

  /** Writes the outcome of a response. `waitsUntil` applies to a job that is queued again. */
  write(
    job: JobRecord,
    state: SubmitOutcome['state'],
    outcome: { requestId: string | null; problem: Problem | null; waitsUntil: number | null },
  ): void {
    const { store, clock, database, ledger } = this.#dependencies
    const { requestId, problem, waitsUntil } = outcome
    const now = clock.now()
    const price = job.price ?? 0
    if (state === 'queued') {
      store.move(job.id, 'queued', { problem, waitsUntil })
      return
    }
    database.transaction(() => {
      if (state === 'running' && requestId) {
        if (store.move(job.id, 'running', { requestId, acceptedAt: now, problem: null }))
          ledger.record(job.id, 'accepted', price)
      } else if (state === 'rejected') {
        if (problem && this.#pauseForBalance(job, problem)) return
        if (store.move(job.id, 'rejected', { problem, finishedAt: now }))
          ledger.record(job.id, 'released', price)
      } else if (store.move(job.id, 'uncertain', { problem })) ledger.record(job.id, 'uncertain', price)
    })
  }

  /** Puts the batch of a job on hold and queues the job again, because the service would reject the next jobs too. */
  #pauseForBalance(job: JobRecord, problem: Problem): boolean {
    const { store, admission } = this.#dependencies
    if (problem.code !== serviceErrors.balance || job.batch === null) return false
    return (
      admission.pauseForBalance(job, problem) && store.move(job.id, 'queued', { problem, waitsUntil: null })
    )
  }
}

/** Delay between retries of a failed write. */
const RETRY_MS = 5000

/** Retries writes that must not be lost, for example on a full disk, until they succeed. */
export class RetryingWriter {
  readonly #clock: Clock
  readonly #log: Log
  /** Ends the pauses between retries. */
  readonly #pauses = new Set<() => void>()
  #closed = false

  constructor({ clock, log }: { clock: Clock; log: Log }) {
    this.#clock = clock
    this.#log = log
  }

  /** Resolves when the write succeeded. Rejects only if the last attempt after `close` fails too. `facts` are logged. */
  async write(facts: Record<string, unknown>, write: () => void): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        return write()
      } catch (error) {
        if (this.#closed) throw error
        if (isFirst)
          this.#log.error('The result of a submit could not be written yet', {
            ...facts,
            error: String(error),
          })
      }
      await this.#pause()
    }
  }

  /** Tries every pending write one last time. */
  close(): void {
    this.#closed = true
    for (const end of this.#pauses) end()
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        this.#pauses.delete(end)
        cancel()
        resolve()
      }
      const cancel = this.#clock.after(RETRY_MS, end)
      this.#pauses.add(end)
    })
  }
}
