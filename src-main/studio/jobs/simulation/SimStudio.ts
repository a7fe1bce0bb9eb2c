import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { preparedJob, testEngine } from '../engine/testEngine.ts'
import { type CrashPoint, DiskFull, type CrashingDatabase, crashingDatabase } from './crashingDatabase.ts'
import { PollIntervalCheck } from './requestChecks.ts'
import { SimClock } from './SimClock.ts'
import { SimInvariants } from './SimInvariants.ts'
import { SimService } from './SimService.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

type Engine = ReturnType<typeof testEngine>
type Random = () => number

/** What keeps jobs from being sent: the user paused the queue, a limit stopped the jobs, or the disk is full. */
export type SendBlock = 'paused' | 'stopped' | 'full'

interface Session {
  engine: Engine
  crashing: CrashingDatabase
  polls: PollIntervalCheck
}

/**
 * The job engine with a user and a faulty service, in virtual time, in many sessions on one database that end with
 * crashes.
 */
export class SimStudio {
  readonly clock = new SimClock()
  readonly service: SimService
  readonly invariants: SimInvariants
  readonly #random: Random
  readonly #database = migratedDatabase()
  readonly #pendingClicks = new Map<string, string>()
  #session: Session
  #block: SendBlock | null = null
  #violation: string | null = null
  #ids = 0
  #clicks = 0
  sessions = 0

  constructor(random: Random) {
    this.#random = random
    this.service = new SimService(this.clock, random)
    this.invariants = new SimInvariants(this.#database, this.service)
    this.#session = this.#startSession(null)
  }

  get hasCrashed(): boolean {
    return this.#session.crashing.hasCrashed()
  }

  /** Ends the session now, as SIGKILL would. */
  crash(): void {
    this.#session.crashing.crash()
  }

  /** Starts a new session on the same database that ends at `crashPoint`. The window repeats clicks without a response. */
  restart(crashPoint: CrashPoint | null): void {
    this.crash()
    this.service.allowBurst()
    // With a full disk the program does not start.
    if (this.#block === 'full') this.#block = null
    this.#session = this.#startSession(crashPoint)
    this.#session.engine.engine.markInterruptedUncertain()
    this.#session.engine.engine.start()
    for (const [idempotencyKey, body] of this.#pendingClicks) this.#send(idempotencyKey, body)
  }

  /** Advances the time, then checks every invariant. */
  async advance(ms: number): Promise<void> {
    await this.clock.advance(ms)
    this.check()
  }

  check(): void {
    this.invariants.check()
    if (this.#violation !== null) throw new Error(this.#violation)
    this.#session.polls.check()
    for (const check of Object.values(this.service.rateChecks)) check.check()
  }

  block(block: SendBlock): void {
    this.#block = block
  }

  /** Ends the block and checks the queue again. */
  unblock(): void {
    this.service.allowBurst()
    this.#block = null
    this.#ignoringCrash(() => this.#session.engine.engine.budgetsChanged())
  }

  enqueue(): void {
    this.service.allowBurst()
    const body = `{"prompt":"${this.#clicks}"}`
    this.invariants.recordAgreement(body)
    this.#send(`click ${this.#clicks++}`, body)
  }

  cancel(): void {
    this.#actOnRandomJob(['queued'], (id) => this.#session.engine.jobs.cancel(id))
  }

  tryAgain(): void {
    this.service.allowBurst()
    this.#session.polls.allowBurst()
    this.#actOnRandomJob(['vanished', 'unsaved'], (id) => this.#session.engine.jobs.tryAgain(id))
  }

  repeat(): void {
    this.service.allowBurst()
    this.#actOnRandomJob(['failed', 'rejected', 'closed'], (id, body) => {
      this.invariants.recordAgreement(body)
      this.#session.engine.jobs.repeat({ id, idempotencyKey: `again ${this.#ids++}`, quote: null })
    })
  }

  decide(choice: 'found' | 'send_again' | 'close'): void {
    this.service.allowBurst()
    this.#session.polls.allowBurst()
    this.#actOnRandomJob(['uncertain'], (id, body) => {
      const { jobs } = this.#session.engine
      if (choice === 'close') jobs.resolveUncertain({ id, choice })
      else if (choice === 'send_again') {
        this.invariants.recordAgreement(body)
        jobs.resolveUncertain({ id, choice, idempotencyKey: `again ${this.#ids++}`, quote: null })
      } else {
        const known = this.service.requestIdsOf(body).find((requestId) => !this.invariants.owner(requestId))
        if (known !== undefined) jobs.resolveUncertain({ id, choice, requestId: known })
      }
    })
  }

  /**
   * Runs for twice `ms` while the service works and no session crashes. The user retries what could not be downloaded.
   */
  async runWithoutFaults(ms: number): Promise<void> {
    this.service.isFaultless = true
    this.#session.crashing.cancelCrash()
    for (let part = 0; part < 12; part++) {
      if (this.hasCrashed) this.restart(null)
      if (this.#block !== null) this.unblock()
      await this.advance(ms / 12)
      this.#actOnJobs(['vanished', 'unsaved'], (id) => this.#session.engine.jobs.tryAgain(id))
    }
    await this.advance(ms)
  }

  #startSession(crashPoint: CrashPoint | null): Session {
    this.sessions++
    const crashing = crashingDatabase(this.#database, crashPoint, () => this.#block === 'full')
    const { hasCrashed } = crashing
    const polls = new PollIntervalCheck(this.clock, (requestId) => this.invariants.owner(requestId)?.state)
    const never = new Promise<never>(() => {})
    const saved = (assets: Asset[]): void => this.invariants.recordSaved(assets)
    const engine = testEngine(
      {
        submit: (request) => {
          if (hasCrashed()) return never
          if (this.#block === 'paused')
            this.#violation = `${request.text} was sent while the queue was paused`
          return this.service.submit(request)
        },
        isPaused: () => this.#block === 'paused',
        admit: () =>
          this.#block === 'stopped'
            ? {
                kind: 'hold',
                scope: 'connection',
                problem: makeProblem('budget_full', { money: 'not_charged' }),
              }
            : { kind: 'send' },
        poll: (path) => (hasCrashed() ? never : polls.watch(path, () => this.service.poll(path))),
        download: (url) => (hasCrashed() ? never : this.service.download(url)),
        saved,
      },
      crashing.database,
      preparedJob,
      {
        clock: this.clock.ofSession(hasCrashed),
        random: this.#random,
        uuid: () => `job ${this.#ids++}`,
        prepare: () => ({
          ...preparedJob,
          request: { path: 'txt2img', encoding: 'json', text: this.#clickedBody },
        }),
      },
    )
    return { engine, crashing, polls }
  }

  #clickedBody = ''

  #send(idempotencyKey: string, body: string): void {
    this.#pendingClicks.set(idempotencyKey, body)
    this.#clickedBody = body
    this.#ignoringCrash(() => {
      const { id } = this.#session.engine.enqueue(idempotencyKey)
      if (this.hasCrashed) return
      this.invariants.recordAcknowledged(id)
      this.#pendingClicks.delete(idempotencyKey)
    })
  }

  #actOnRandomJob(states: string[], act: (id: string, body: string) => void): void {
    const jobs = this.invariants.jobs().filter(({ state }) => states.includes(state))
    const job = jobs[Math.floor(this.#random() * jobs.length)]
    if (job) this.#ignoringCrash(() => act(job.id, job.body))
  }

  #actOnJobs(states: string[], act: (id: string) => void): void {
    for (const { id, state } of this.invariants.jobs())
      if (states.includes(state)) this.#ignoringCrash(() => act(id))
  }

  /** Ignores errors of a session that crashed. A click that failed for lack of disk space is repeated later. */
  #ignoringCrash(act: () => void): void {
    try {
      act()
    } catch (error) {
      const isOfCrashedSession = this.hasCrashed && error instanceof StudioError
      if (!isOfCrashedSession && !(error instanceof DiskFull)) throw error
    }
  }
}
