import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../src-main/sandbox/random.ts'
import { BatchClicks } from './BatchClicks.ts'
import { drain } from './drain.ts'
import { waitForKillMoment, type SeenRequests } from './waitForKillMoment.ts'
import { SimulatedUser, type FindBilledIds } from './SimulatedUser.ts'
import { prepareForms, type PreparedForms } from './prepareForm.ts'
import { UserFiles } from './UserFiles.ts'
import { StudioChild } from './StudioChild.ts'

export interface CrashOptions {
  cycles: number
  jobsPerCycle: number
  /** The number of jobs that the service accepts at the beginning and then doesn't know. */
  forgottenJobs: number
  seed: number
  /** The negative control: the studio resends all requests in flight. */
  resendsInFlight: boolean
  service: { address: string; key: string }
  /** Turns the sandbox's faults on and off; no effect on other services. */
  setFaults: (isOn: boolean) => void
  findBilledIds: FindBilledIds
  /** Number of requests the service has received, by kind; null if unknown. */
  counts: (() => SeenRequests) | null
  /** The status requests that the service has received, and whether each was about a forgotten job; null if unknown. */
  polls: readonly { isForgotten: boolean }[] | null
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
  /** Polls of forgotten jobs while the last jobs ran. */
  forgottenPolls: number
  /** Number of kills by what the studio was doing. */
  kills: { opening: number; clicking: number; downloading: number; other: number }
  remove: () => void
}

/** Jobs that are sent when all others have finished, beside the forgotten ones. */
const LAST_JOBS = 3
/** Time over which clicks are spread if they are not simultaneous. */
const CLICKING_MS = 200
/**
 * Shares of cycles in which all clicks are simultaneous, and in which the user decides about a job, resumes held jobs
 * and clicks a batch.
 */
const SIMULTANEOUS_SHARE = 0.5
const DECIDE_SHARE = 0.3
const RESUME_SHARE = 0.7
const BATCH_SHARE = 0.3

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
    const { cycles, seed, findBilledIds, setFaults, print } = this.#options
    const files = new UserFiles()
    const run = `crash test ${seed}`
    const forms = await this.#prepare(files, run)
    if (!forms.fromImage) print('This service has no model with an image input: no files are sent.')
    const user = new SimulatedUser({ forms, files, run, random: this.#random, findBilledIds })
    const batches = new BatchClicks({ forms, files, run })
    setFaults(true)
    let next = this.#createChild()
    const startedAt = performance.now()
    for (let cycle = 0; cycle < cycles; cycle++) {
      const child = next
      await child.waitUntilLoaded()
      // The next process loads while this one runs.
      next = this.#createChild()
      await this.#runCycle(child, user, batches, cycle === 0 ? this.#options.forgottenJobs : 0)
      if (cycle % 100 === 99) {
        const perSecond = (cycle + 1) / ((performance.now() - startedAt) / 1000)
        print(`${cycle + 1} of ${cycles} cycles, ${perSecond.toFixed(1)} a second`)
      }
    }
    setFaults(false)
    await next.waitUntilLoaded()
    this.#start(next)
    await next.waitUntilOpened()
    await user.retryUnacknowledged(next)
    await batches.retryUnacknowledged(next)
    await batches.resume(next)
    const { speed, forgottenJobs, polls } = this.#options
    await drain(next, speed, forgottenJobs)
    const pollsBefore = polls?.length ?? 0
    for (let job = 0; job < LAST_JOBS; job++) await user.click(next)
    await drain(next, speed, forgottenJobs)
    const forgottenPolls = polls?.slice(pollsBefore).filter(({ isForgotten }) => isForgotten).length ?? 0
    await next.close()
    return {
      dataFolder: this.#data,
      user,
      batches,
      files,
      reportedIds: this.#reportedIds,
      wireLog: this.#wireLog,
      forgottenPolls,
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
    const child = this.#createChild()
    await child.waitUntilLoaded()
    this.#start(child)
    await child.waitUntilOpened()
    const image = await files.importFor(child, [`${run} price`])
    if (image === null) throw new Error(`The studio exited during preparation. ${child.stderrText()}`)
    const forms = await prepareForms(child, image)
    await child.close()
    return forms
  }

  #createChild(): StudioChild {
    const onAccepted = (job: string, requestId: string): void => {
      const known = this.#reportedIds.get(job)
      if (known !== undefined && known !== requestId)
        throw new Error(`Job ${job} had the request ${known} and now has ${requestId}`)
      this.#reportedIds.set(job, requestId)
    }
    return new StudioChild({ onAccepted })
  }

  #start(child: StudioChild): void {
    const { service, speed, resendsInFlight } = this.#options
    child.start({
      dataFolder: this.#data,
      ...service,
      speed,
      epoch: this.#epoch,
      wireLog: this.#wireLog,
      resendsInFlight,
    })
  }

  /** Runs a studio, in which the user acts, until it is killed, perhaps before it has opened. */
  async #runCycle(
    child: StudioChild,
    user: SimulatedUser,
    batches: BatchClicks,
    forgottenJobs: number,
  ): Promise<void> {
    const { jobsPerCycle, counts } = this.#options
    this.#start(child)
    let isOpened = false
    let pendingClicks = 0
    let completedClicks = 0
    const opening = child.waitUntilOpened().then(() => (isOpened = true))
    const track = async (work: Promise<void>): Promise<void> => {
      pendingClicks++
      await work.finally(() => pendingClicks--)
      completedClicks++
    }
    const work = opening.then(
      () => this.#act(child, user, batches, track, forgottenJobs),
      () => {},
    )
    await waitForKillMoment({
      opening,
      completedClicks: () => completedClicks,
      jobs: jobsPerCycle,
      counts,
      random: this.#random,
    })
    const phase = !isOpened
      ? 'opening'
      : pendingClicks > 0
        ? 'clicking'
        : this.#isDownloading()
          ? 'downloading'
          : 'other'
    this.#kills[phase]++
    await child.kill()
    await work
  }

  async #act(
    child: StudioChild,
    user: SimulatedUser,
    batches: BatchClicks,
    track: (work: Promise<void>) => Promise<void>,
    forgottenJobs: number,
  ): Promise<void> {
    const { jobsPerCycle } = this.#options
    const isSimultaneous = this.#random() < SIMULTANEOUS_SHARE
    const actions = [track(user.retryUnacknowledged(child))]
    if (this.#random() < DECIDE_SHARE) actions.push(user.decide(child))
    if (this.#random() < RESUME_SHARE) actions.push(batches.resume(child))
    if (this.#random() < BATCH_SHARE)
      actions.push(track(batches.retryUnacknowledged(child)), track(batches.click(child)))
    for (let job = 0; job < forgottenJobs; job++) actions.push(track(user.click(child, true)))
    for (let job = 0; job < jobsPerCycle; job++) {
      const wait = isSimultaneous ? 0 : this.#random() * CLICKING_MS
      actions.push(sleep(wait).then(() => track(user.click(child))))
    }
    await Promise.all(actions)
  }

  #isDownloading(): boolean {
    const files = readdirSync(join(this.#data, 'library'), { recursive: true, encoding: 'utf8' })
    return files.some((file) => file.endsWith('.part'))
  }
}
