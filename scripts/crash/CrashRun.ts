import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../src-main/sandbox/random.ts'
import { BatchClicks } from './BatchClicks.ts'
import { drain } from './drain.ts'
import { killMoment, type SeenRequests } from './killMoment.ts'
import { SimulatedUser, type Billed } from './SimulatedUser.ts'
import { prepareForms, type PreparedForms } from './prepareForm.ts'
import { UserFiles } from './UserFiles.ts'
import { StudioChild } from './StudioChild.ts'

export interface CrashOptions {
  cycles: number
  jobsPerCycle: number
  seed: number
  /** The control: the studio sends again whatever was in flight. */
  naive: boolean
  service: { address: string; key: string }
  /** Puts trouble on and off; nothing where the service is not ours. */
  trouble: (on: boolean) => void
  billed: Billed
  /** Requests the service has seen, by kind; null where it can't be asked. */
  counts: (() => SeenRequests) | null
  /** Of the studio's own pauses. */
  speed: number
  wireLog: boolean
  print: (line: string) => void
}

/** What a run leaves for the oracle. */
export interface CrashTrace {
  dataFolder: string
  user: SimulatedUser
  batches: BatchClicks
  files: UserFiles
  /** Request ids the studio has told, by job. */
  told: Map<string, string>
  wireLog: string | null
  /** Kills by where they hit. */
  kills: { opening: number; clicking: number; downloading: number; other: number }
  remove: () => void
}

/** Clicks that do not come at once come within this time, ms. */
const CLICKING_MS = 200
/** In this part of the lives a batch is clicked, and what waits since the last end goes on. */
const BATCHES = 0.3
const RESUMES = 0.7

/** Starts the studio and kills it, again and again, while the user clicks and the service misbehaves; then lets it finish. */
export class CrashRun {
  readonly #options: CrashOptions
  readonly #random: () => number
  readonly #folder: string
  readonly #epoch = Date.now()
  readonly #told = new Map<string, string>()
  readonly #kills = { opening: 0, clicking: 0, downloading: 0, other: 0 }

  constructor(options: CrashOptions) {
    this.#options = options
    this.#random = createRandom(options.seed)
    this.#folder = mkdtempSync(join(tmpdir(), 'easel-crash-'))
  }

  async run(): Promise<CrashTrace> {
    const { cycles, seed, billed, trouble, print } = this.#options
    const files = new UserFiles()
    const run = `crash test ${seed}`
    const forms = await this.#prepare(files, run)
    if (!forms.fromImage)
      print('This service has no model that takes a picture: nothing is sent with a file.')
    const user = new SimulatedUser({ forms, files, run, random: this.#random, billed })
    const batches = new BatchClicks({ forms, files, run })
    trouble(true)
    let next = this.#child()
    const startedAt = performance.now()
    for (let cycle = 0; cycle < cycles; cycle++) {
      const child = next
      await child.loaded()
      // The next one loads while this one lives.
      next = this.#child()
      await this.#live(child, user, batches)
      if (cycle % 100 === 99) {
        const perSecond = (cycle + 1) / ((performance.now() - startedAt) / 1000)
        print(`${cycle + 1} of ${cycles} cycles, ${perSecond.toFixed(1)} a second`)
      }
    }
    trouble(false)
    await next.loaded()
    this.#start(next)
    await next.opened()
    await user.retryUnanswered(next)
    await batches.retryUnanswered(next)
    await batches.resume(next)
    await drain(next, this.#options.speed)
    await next.close()
    return {
      dataFolder: this.#data,
      user,
      batches,
      files,
      told: this.#told,
      wireLog: this.#wireLog,
      kills: this.#kills,
      remove: () => rmSync(this.#folder, { recursive: true, force: true }),
    }
  }

  get #data(): string {
    return join(this.#folder, 'data')
  }

  get #wireLog(): string | null {
    return this.#options.wireLog ? join(this.#folder, 'wire.jsonl') : null
  }

  async #prepare(files: UserFiles, run: string): Promise<PreparedForms> {
    const child = this.#child()
    await child.loaded()
    this.#start(child)
    await child.opened()
    const picture = await files.give(child, [`${run} price`])
    if (picture === null) throw new Error(`The studio ended while it was prepared. ${child.stderrText()}`)
    const forms = await prepareForms(child, picture)
    await child.close()
    return forms
  }

  #child(): StudioChild {
    const onAccepted = (job: string, requestId: string): void => {
      const known = this.#told.get(job)
      if (known !== undefined && known !== requestId)
        throw new Error(`Job ${job} had the request ${known} and now has ${requestId}`)
      this.#told.set(job, requestId)
    }
    return new StudioChild({ onAccepted })
  }

  #start(child: StudioChild): void {
    const { service, speed, naive } = this.#options
    child.start({
      dataFolder: this.#data,
      ...service,
      speed,
      epoch: this.#epoch,
      wireLog: this.#wireLog,
      naive,
    })
  }

  /** One life of a studio: what the user does in it runs until the kill, which may come before it has opened. */
  async #live(child: StudioChild, user: SimulatedUser, batches: BatchClicks): Promise<void> {
    const { jobsPerCycle, counts } = this.#options
    this.#start(child)
    let opened = false
    let clicking = 0
    let completedClicks = 0
    const opening = child.opened().then(() => (opened = true))
    const count = async (work: Promise<void>): Promise<void> => {
      clicking++
      await work.finally(() => clicking--)
      completedClicks++
    }
    const work = opening.then(
      () => this.#use(child, user, batches, count),
      () => {},
    )
    await killMoment({
      opening,
      clicked: () => completedClicks,
      jobs: jobsPerCycle,
      counts,
      random: this.#random,
    })
    const where = !opened
      ? 'opening'
      : clicking > 0
        ? 'clicking'
        : this.#isDownloading()
          ? 'downloading'
          : 'other'
    this.#kills[where]++
    await child.kill()
    await work
  }

  async #use(
    child: StudioChild,
    user: SimulatedUser,
    batches: BatchClicks,
    count: (work: Promise<void>) => Promise<void>,
  ): Promise<void> {
    const { jobsPerCycle } = this.#options
    const atOnce = this.#random() < 0.5
    const works = [count(user.retryUnanswered(child))]
    if (this.#random() < 0.3) works.push(user.decide(child))
    if (this.#random() < RESUMES) works.push(batches.resume(child))
    if (this.#random() < BATCHES)
      works.push(count(batches.retryUnanswered(child)), count(batches.click(child)))
    for (let job = 0; job < jobsPerCycle; job++) {
      const wait = atOnce ? 0 : this.#random() * CLICKING_MS
      works.push(sleep(wait).then(() => count(user.click(child))))
    }
    await Promise.all(works)
  }

  #isDownloading(): boolean {
    const files = readdirSync(join(this.#data, 'library'), { recursive: true, encoding: 'utf8' })
    return files.some((file) => file.endsWith('.part'))
  }
}
