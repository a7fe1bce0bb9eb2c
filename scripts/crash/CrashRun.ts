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
  /** The negative control: the studio sends all requests in flight again. */
  naive: boolean
  service: { address: string; key: string }
  /** Turns the sandbox's faults on and off; no effect on other services. */
  setFaults: (on: boolean) => void
  billed: Billed
  /** Number of requests the service has received, by kind; null if unknown. */
  counts: (() => SeenRequests) | null
  /** Factor by which the studio's clock runs faster than real time. */
  speed: number
  wireLog: boolean
  print: (line: string) => void
}

/** The results of a run, for the oracle. */
export interface CrashTrace {
  dataFolder: string
  user: SimulatedUser
  batches: BatchClicks
  files: UserFiles
  /** Request ids the studio has reported, by job. */
  reportedIds: Map<string, string>
  wireLog: string | null
  /** Number of kills by what the studio was doing. */
  kills: { opening: number; clicking: number; downloading: number; other: number }
  remove: () => void
}

/** Clicks that are not simultaneous are spread over this time, ms. */
const CLICKING_MS = 200
/** Share of lives in which a batch is clicked, and in which held jobs are resumed. */
const BATCHES = 0.3
const RESUMES = 0.7

/** Starts and kills the studio repeatedly while the user clicks and the service has faults; then lets it finish. */
export class CrashRun {
  readonly #options: CrashOptions
  readonly #random: () => number
  readonly #folder: string
  readonly #epoch = Date.now()
  readonly #reportedIds = new Map<string, string>()
  readonly #kills = { opening: 0, clicking: 0, downloading: 0, other: 0 }

  constructor(options: CrashOptions) {
    this.#options = options
    this.#random = createRandom(options.seed)
    this.#folder = mkdtempSync(join(tmpdir(), 'easel-crash-'))
  }

  async run(): Promise<CrashTrace> {
    const { cycles, seed, billed, setFaults, print } = this.#options
    const files = new UserFiles()
    const run = `crash test ${seed}`
    const forms = await this.#prepare(files, run)
    if (!forms.fromImage) print('This service has no model with an image input: no files are sent.')
    const user = new SimulatedUser({ forms, files, run, random: this.#random, billed })
    const batches = new BatchClicks({ forms, files, run })
    setFaults(true)
    let next = this.#child()
    const startedAt = performance.now()
    for (let cycle = 0; cycle < cycles; cycle++) {
      const child = next
      await child.loaded()
      // The next process loads while this one runs.
      next = this.#child()
      await this.#live(child, user, batches)
      if (cycle % 100 === 99) {
        const perSecond = (cycle + 1) / ((performance.now() - startedAt) / 1000)
        print(`${cycle + 1} of ${cycles} cycles, ${perSecond.toFixed(1)} a second`)
      }
    }
    setFaults(false)
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
      reportedIds: this.#reportedIds,
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
    const image = await files.importFor(child, [`${run} price`])
    if (image === null) throw new Error(`The studio exited during preparation. ${child.stderrText()}`)
    const forms = await prepareForms(child, image)
    await child.close()
    return forms
  }

  #child(): StudioChild {
    const onAccepted = (job: string, requestId: string): void => {
      const known = this.#reportedIds.get(job)
      if (known !== undefined && known !== requestId)
        throw new Error(`Job ${job} had the request ${known} and now has ${requestId}`)
      this.#reportedIds.set(job, requestId)
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

  /** One life of a studio: the user acts until the kill, which may happen before it has opened. */
  async #live(child: StudioChild, user: SimulatedUser, batches: BatchClicks): Promise<void> {
    const { jobsPerCycle, counts } = this.#options
    this.#start(child)
    let opened = false
    let clicking = 0
    let completedClicks = 0
    const opening = child.opened().then(() => (opened = true))
    const track = async (work: Promise<void>): Promise<void> => {
      clicking++
      await work.finally(() => clicking--)
      completedClicks++
    }
    const work = opening.then(
      () => this.#use(child, user, batches, track),
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
    track: (work: Promise<void>) => Promise<void>,
  ): Promise<void> {
    const { jobsPerCycle } = this.#options
    const simultaneous = this.#random() < 0.5
    const works = [track(user.retryUnanswered(child))]
    if (this.#random() < 0.3) works.push(user.decide(child))
    if (this.#random() < RESUMES) works.push(batches.resume(child))
    if (this.#random() < BATCHES)
      works.push(track(batches.retryUnanswered(child)), track(batches.click(child)))
    for (let job = 0; job < jobsPerCycle; job++) {
      const wait = simultaneous ? 0 : this.#random() * CLICKING_MS
      works.push(sleep(wait).then(() => track(user.click(child))))
    }
    await Promise.all(works)
  }

  #isDownloading(): boolean {
    const files = readdirSync(join(this.#data, 'library'), { recursive: true, encoding: 'utf8' })
    return files.some((file) => file.endsWith('.part'))
  }
}
