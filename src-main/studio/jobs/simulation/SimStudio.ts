import { StudioError } from '../../../../src-preload/contract/errors.ts'
import { Database } from '../../storage/database/Database.ts'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { prepared, testEngine } from '../engine/testEngine.ts'
import { type Death, DiskFull, type Mortal, mortalDatabase } from './mortalDatabase.ts'
import { PollWatch } from './requestWatches.ts'
import { SimClock } from './SimClock.ts'
import { SimInvariants } from './SimInvariants.ts'
import { SimService } from './SimService.ts'

type Engine = ReturnType<typeof testEngine>
type Dice = () => number

/** What keeps jobs from being sent: the user, a limit, a full disk. */
export type Hold = 'paused' | 'stopped' | 'full'

interface Life {
  engine: Engine
  mortal: Mortal
  polls: PollWatch
}

/** The job engine through many lives on one database, with a faulty service and the user, in virtual time. */
export class SimStudio {
  readonly clock = new SimClock()
  readonly service: SimService
  readonly invariants: SimInvariants
  readonly #dice: Dice
  readonly #database = new Database(':memory:')
  readonly #unanswered = new Map<string, string>()
  #life: Life
  #hold: Hold | null = null
  #breach: string | null = null
  #ids = 0
  #presses = 0
  lives = 0

  constructor(dice: Dice) {
    this.#dice = dice
    this.service = new SimService(this.clock, dice)
    this.invariants = new SimInvariants(this.#database, this.service)
    this.#life = this.#begin(null)
  }

  get isDead(): boolean {
    return this.#life.mortal.isDead()
  }

  /** SIGKILL now. */
  kill(): void {
    this.#life.mortal.die()
  }

  /** Starts a new life on the same database that ends at `death`; the window repeats clicks without a response. */
  restart(death: Death | null): void {
    this.kill()
    this.service.forgive()
    // A studio that can't write does not open.
    if (this.#hold === 'full') this.#hold = null
    this.#life = this.#begin(death)
    this.#life.engine.engine.settleInterrupted()
    this.#life.engine.engine.start()
    for (const [idempotencyKey, body] of this.#unanswered) this.#send(idempotencyKey, body)
  }

  /** Advances the time, then checks every invariant. */
  async pass(ms: number): Promise<void> {
    await this.clock.advance(ms)
    this.check()
  }

  check(): void {
    this.invariants.check()
    if (this.#breach !== null) throw new Error(this.#breach)
    this.#life.polls.check()
    for (const flood of Object.values(this.service.floods)) flood.check()
  }

  hold(hold: Hold): void {
    this.#hold = hold
  }

  /** Ends every hold and checks the queue again. */
  release(): void {
    this.service.forgive()
    this.#hold = null
    this.#alive(() => this.#life.engine.engine.budgetsChanged())
  }

  enqueue(): void {
    this.service.forgive()
    const body = `{"prompt":"${this.#presses}"}`
    this.invariants.agree(body)
    this.#send(`press ${this.#presses++}`, body)
  }

  cancel(): void {
    this.#about(['queued'], (id) => this.#life.engine.jobs.cancel(id))
  }

  tryAgain(): void {
    this.service.forgive()
    this.#life.polls.forgive()
    this.#about(['vanished', 'unsaved'], (id) => this.#life.engine.jobs.tryAgain(id))
  }

  repeat(): void {
    this.service.forgive()
    this.#about(['failed', 'rejected', 'closed'], (id, body) => {
      this.invariants.agree(body)
      this.#life.engine.jobs.repeat({ id, idempotencyKey: `again ${this.#ids++}`, quote: null })
    })
  }

  decide(choice: 'found' | 'send_again' | 'close'): void {
    this.service.forgive()
    this.#life.polls.forgive()
    this.#about(['uncertain'], (id, body) => {
      const { jobs } = this.#life.engine
      if (choice === 'close') jobs.decide({ id, choice })
      else if (choice === 'send_again') {
        this.invariants.agree(body)
        jobs.decide({ id, choice, idempotencyKey: `again ${this.#ids++}`, quote: null })
      } else {
        const known = this.service.billed(body).find((requestId) => !this.invariants.owner(requestId))
        if (known !== undefined) jobs.decide({ id, choice, requestId: known })
      }
    })
  }

  /** From now on the service works, nothing is killed, and the user retries what could not be downloaded. */
  async settle(ms: number): Promise<void> {
    this.service.behaves = true
    this.#life.mortal.spare()
    for (let part = 0; part < 12; part++) {
      if (this.isDead) this.restart(null)
      if (this.#hold !== null) this.release()
      await this.pass(ms / 12)
      this.#each(['vanished', 'unsaved'], (id) => this.#life.engine.jobs.tryAgain(id))
    }
    await this.pass(ms)
  }

  #begin(death: Death | null): Life {
    this.lives++
    const mortal = mortalDatabase(this.#database, death, () => this.#hold === 'full')
    const { isDead } = mortal
    const polls = new PollWatch(this.clock, (requestId) => this.invariants.owner(requestId)?.state)
    const never = new Promise<never>(() => {})
    const saved = (assets: Asset[]): void => this.invariants.saved(assets)
    const engine = testEngine(
      {
        submit: (request) => {
          if (isDead()) return never
          if (this.#hold === 'paused') this.#breach = `${request.text} was sent while the queue was paused`
          return this.service.submit(request)
        },
        isPaused: () => this.#hold === 'paused',
        admit: () =>
          this.#hold === 'stopped'
            ? { kind: 'hold', scope: 'connection', problem: { code: 'budget_full', money: 'not_charged' } }
            : { kind: 'send' },
        poll: (path) => (isDead() ? never : polls.watch(path, () => this.service.poll(path))),
        download: (url) => (isDead() ? never : this.service.download(url)),
        saved,
      },
      mortal.database,
      prepared,
      {
        clock: this.clock.ofLife(isDead),
        random: this.#dice,
        uuid: () => `job ${this.#ids++}`,
        prepare: () => ({
          ...prepared,
          request: { path: 'txt2img', encoding: 'json', text: this.#pressing },
        }),
      },
    )
    return { engine, mortal, polls }
  }

  #pressing = ''

  #send(idempotencyKey: string, body: string): void {
    this.#unanswered.set(idempotencyKey, body)
    this.#pressing = body
    this.#alive(() => {
      const { id } = this.#life.engine.enqueue(idempotencyKey)
      if (this.isDead) return
      this.invariants.acknowledged(id)
      this.#unanswered.delete(idempotencyKey)
    })
  }

  #about(states: string[], act: (id: string, body: string) => void): void {
    const jobs = this.invariants.jobs().filter(({ state }) => states.includes(state))
    const job = jobs[Math.floor(this.#dice() * jobs.length)]
    if (job) this.#alive(() => act(job.id, job.body))
  }

  #each(states: string[], act: (id: string) => void): void {
    for (const { id, state } of this.invariants.jobs()) if (states.includes(state)) this.#alive(() => act(id))
  }

  /** Responses of a killed life don't count; a refused click is repeated later. */
  #alive(act: () => void): void {
    try {
      act()
    } catch (error) {
      const isOfTheDead = this.isDead && error instanceof StudioError
      if (!isOfTheDead && !(error instanceof DiskFull)) throw error
    }
  }
}
