import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { type JobState, jobStateSchema } from '../../../../src-preload/contract/types/job.ts'
import type { Database } from '../../storage/database/Database.ts'
import { nextStates } from '../store/JobRecord.ts'
import type { SimService } from './SimService.ts'

interface SimJob {
  id: string
  state: JobState
  body: string
  requestId: string | null
}

/** Checks the rows of the jobs: none is lost, and none is paid for more often than the user agreed. Throws if an invariant is violated. */
export class SimInvariants {
  readonly #database: Database
  readonly #service: SimService
  /** How often the user agreed to pay, by request body. */
  readonly #agreed = new Map<string, number>()
  /** The jobs at the last check. */
  readonly #known = new Map<string, SimJob>()
  /** IDs of the jobs that `enqueue` has returned to the user. */
  readonly #acknowledged = new Set<string>()
  /** Request ids of the saved files, by job id. The simulated service uses the request id as the file's hash. */
  readonly #files = new Map<string, string>()

  constructor(database: Database, service: SimService) {
    this.#database = database
    this.#service = service
  }

  /** Records that the user agreed to pay for a body once more. */
  recordAgreement(body: string): void {
    this.#agreed.set(body, (this.#agreed.get(body) ?? 0) + 1)
  }

  /** Records a job that `enqueue` has returned to the user. */
  recordAcknowledged(id: string): void {
    this.#acknowledged.add(id)
  }

  /** Records saved files. Throws if a job was saved before. */
  recordSaved(assets: readonly Asset[]): void {
    for (const { jobId, sha256 } of assets) {
      if (jobId === null) continue
      if (this.#files.has(jobId)) throw new Error(`${jobId} was saved twice`)
      this.#files.set(jobId, sha256)
    }
  }

  jobs(): SimJob[] {
    return this.#database.all('SELECT id, state, request, request_id FROM jobs').map((row) => {
      const request: { text: string } = JSON.parse(String(row['request']))
      const requestId = row['request_id']
      return {
        id: String(row['id']),
        state: jobStateSchema.parse(row['state']),
        body: request.text,
        requestId: typeof requestId === 'string' ? requestId : null,
      }
    })
  }

  owner(requestId: string): SimJob | undefined {
    return this.jobs().find((job) => job.requestId === requestId)
  }

  check(): void {
    const jobs = this.jobs()
    this.#checkPaidOnce()
    this.#checkNothingLost(jobs)
    for (const job of jobs) this.#checkTransition(job)
  }

  /**
   * Checks that every job has ended or is uncertain, that every billed body has a job that may have been paid for, and that every saved
   * job has the file of its own request. Call it after the service has worked without faults for a long time.
   */
  checkEnd(): void {
    const jobs = this.jobs()
    for (const { id, state } of jobs)
      if (nextStates[state].length > 0 && state !== 'uncertain') throw new Error(`${id} is stuck as ${state}`)
    for (const body of this.#service.billedBodies()) {
      const states = jobs.filter((job) => job.body === body).map(({ state }) => state)
      if (states.every((state) => ['rejected', 'cancelled', 'queued'].includes(state)))
        throw new Error(`${body} was billed, but the states of its jobs are ${states.join(', ')}`)
    }
    for (const { id, state, requestId } of jobs)
      if (state === 'saved' && this.#files.get(id) !== requestId)
        throw new Error(`${id} has the file of ${this.#files.get(id)}, not of ${requestId}`)
  }

  #checkPaidOnce(): void {
    for (const [body, submits] of this.#service.possiblyAccepted) {
      const agreed = this.#agreed.get(body) ?? 0
      if (submits > agreed)
        throw new Error(`${body} was submitted ${submits} times, but the user agreed to pay ${agreed} times`)
    }
  }

  #checkNothingLost(jobs: SimJob[]): void {
    const presentIds = new Set(jobs.map(({ id }) => id))
    for (const id of [...this.#acknowledged, ...this.#known.keys()])
      if (!presentIds.has(id)) throw new Error(`${id} is lost`)
  }

  #checkTransition(job: SimJob): void {
    const before = this.#known.get(job.id)
    this.#known.set(job.id, job)
    if (!before) return
    if (nextStates[before.state].length === 0 && job.state !== before.state)
      throw new Error(`${job.id} went from ${before.state}, a final state, to ${job.state}`)
    if (before.requestId !== null && job.requestId !== before.requestId)
      throw new Error(`${job.id} had the request ${before.requestId} and now has ${job.requestId}`)
  }
}
