import type { Exchange } from '../../../service/http/Exchange.ts'
import type { DownloadOutcome } from '../../../library/downloads/DownloadOutcome.ts'
import { fakeClock } from '../../../testing/fakeClock.ts'
import { migratedDatabase } from '../../../testing/migratedDatabase.ts'
import { preparedJob, respondOk, storedFile, testEngine } from '../../engine/testEngine.ts'
import { statusOfJob } from '../../poll/pollEvidence.ts'
import { FAULT_NAMES, faultOf, type FaultName, type MixedJob } from './faults.ts'
import { seededRandom } from '../SimClock.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** A healthy job may be this much later than without the others. */
const MAX_DELAY_MS = 5000
const MAX_RATIO = 2
/** Polls of jobs in doubt that a tenth of all may be exceeded by: for each minute, once, and for each job with a fault. */
const FREE_POLLS = { perMinute: 2, once: 6, perFault: 2 }
const POLL_MS = 60
const DOWNLOAD_MS = 200

/** When the jobs are sent: all at the same time, during some minutes, or those with faults a minute before the first healthy one. */
export const ORDERS = ['together', 'spread', 'faulty_first'] as const

export interface Mixture {
  seed: number
  healthy: number
  /** The number of jobs with faults, and their faults. */
  faulty: number
  faults: readonly FaultName[]
  order: (typeof ORDERS)[number]
  /** Whether Easel is restarted while the jobs run. */
  hasRestart: boolean
}

/** What happened to the jobs of one run. */
interface MixtureRun {
  /** The time from the click to the saved file of each healthy job, ms; Infinity if it was not saved. */
  tookMs: Map<string, number>
  /** Differences of the durations that estimates are based on from the real ones, ms. */
  estimateErrors: number[]
  /** Polls of jobs whose previous poll failed, all other polls, and the minutes they took. */
  doubtfulPolls: number
  otherPolls: number
  minutes: number
}

/** The delays of healthy jobs among jobs with faults. Times are ms. */
export interface MixtureFigures {
  /** How much later each healthy job was saved than without the others, ms. */
  delays: number[]
  /** Violations of the invariant: a healthy job is hardly later than alone, and no estimate is based on a time that was found late. */
  violations: string[]
}

/** Runs healthy jobs with and without others that have faults, with the real engine, in virtual time, and compares both. */
export async function simulateMixture(mixture: Mixture): Promise<MixtureFigures> {
  const jobs = drawJobs(mixture)
  const restartAt = mixture.hasRestart ? 2 * MINUTE : null
  const alone = await run(
    jobs.filter(({ fault }) => fault === null),
    restartAt,
  )
  const mixed = await run(jobs, restartAt)
  const delays: number[] = []
  const violations: string[] = []
  for (const [id, tookMs] of alone.tookMs) {
    const mixedMs = mixed.tookMs.get(id) ?? Number.POSITIVE_INFINITY
    if (!Number.isFinite(tookMs)) throw new Error(`${id} was not saved although it was alone`)
    delays.push(mixedMs - tookMs)
    if (mixedMs - tookMs > MAX_DELAY_MS || mixedMs > MAX_RATIO * tookMs)
      violations.push(`${id} took ${mixedMs} ms, and ${tookMs} ms without the others`)
  }
  const worstError = Math.max(0, ...mixed.estimateErrors)
  if (worstError > Math.max(MAX_DELAY_MS, ...alone.estimateErrors))
    violations.push(`an estimate is based on a duration that is ${worstError} ms too long`)
  const { doubtfulPolls, otherPolls, minutes } = mixed
  // A new session doesn't know which jobs are in doubt.
  const sessions = restartAt === null ? 1 : 2
  const freePerSession = FREE_POLLS.once + FREE_POLLS.perFault * mixture.faulty
  const free = sessions * freePerSession + FREE_POLLS.perMinute * minutes
  if (doubtfulPolls > (doubtfulPolls + otherPolls) / 10 + free)
    violations.push(`${doubtfulPolls} polls of jobs in doubt, and only ${otherPolls} others`)
  return { delays, violations }
}

/** The mixture of a seed: up to 60 jobs with one to three faults at once, beside up to 20 healthy ones. */
export function drawMixture(seed: number): Mixture {
  const random = seededRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = <T>(list: readonly T[]): T[] => list.slice(below(list.length)).slice(0, 1)
  const faults = Array.from({ length: 1 + below(3) }, () => pick(FAULT_NAMES)).flat()
  const faulty = 1 + below(1 + below(60))
  const [order = 'spread'] = pick(ORDERS)
  return { seed, healthy: 1 + below(20), faulty, faults, order, hasRestart: random() < 0.3 }
}

/** The jobs of a mixture. */
function drawJobs({ seed, healthy, faulty, faults, order }: Mixture): MixedJob[] {
  const random = seededRandom(seed)
  const draw = (id: string, fault: FaultName | null, [from, to]: readonly [number, number]): MixedJob => ({
    id,
    fault,
    createdAt: Math.round(from + random() * (to - from)),
    durationMs: Math.round(2000 + random() ** 2 * (order === 'faulty_first' ? 10_000 : 60_000)),
  })
  const times = {
    together: [
      [0, SECOND],
      [0, SECOND],
    ],
    spread: [
      [0, 5 * MINUTE],
      [0, 4 * MINUTE],
    ],
    faulty_first: [
      [MINUTE, 5 * MINUTE],
      [0, SECOND],
    ],
  } as const
  const [healthyTimes, faultyTimes] = times[order]
  const pick = (n: number) => faults[n % faults.length] ?? null
  return [
    ...Array.from({ length: healthy }, (_, n) => draw(`healthy-${n}`, null, healthyTimes)),
    ...Array.from({ length: faulty }, (_, n) => draw(`faulty-${n}`, pick(n), faultyTimes)),
  ]
}

async function run(jobs: readonly MixedJob[], restartAt: number | null): Promise<MixtureRun> {
  const clock = fakeClock()
  const beginsAt = clock.now()
  const database = migratedDatabase()
  const byBody = new Map(jobs.map((job) => [JSON.stringify({ prompt: job.id }), job]))
  const accepted = new Map<string, { job: MixedJob; doneAt: number }>()
  const calls = new Map<string, number>()
  /** Counts the requests of a kind about a job, from 0. */
  const count = (name: string): number => {
    const call = calls.get(name) ?? 0
    calls.set(name, call + 1)
    return call
  }
  const wait = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))
  const polls = { doubtful: 0, other: 0 }
  /** Jobs whose last poll failed. */
  const inDoubt = new Set<string>()

  const submit = async ({ text }: { text: string }): Promise<Exchange> => {
    await wait(POLL_MS)
    const job = byBody.get(text)
    if (!job) throw new Error(`There is no job ${text}`)
    const refusal = faultOf(job).submit?.()
    if (refusal) return refusal
    const requestId = `00000000-0000-4000-8000-${String(accepted.size).padStart(12, '0')}`
    accepted.set(requestId, { job, doneAt: clock.now() + job.durationMs })
    return respondOk({ request_id: requestId })
  }
  const poll = async (path: string): Promise<Exchange> => {
    const requestId = path.split('/').at(-1) ?? ''
    const found = accepted.get(requestId)
    if (!found) throw new Error(`There is no job ${path}`)
    const { job, doneAt } = found
    const fault = faultOf(job)
    const call = count(`poll ${job.id}`)
    if (inDoubt.has(job.id)) polls.doubtful++
    else polls.other++
    const response = fault.poll?.(call)
    await wait(POLL_MS + (response?.afterMs ?? 0))
    if (response && !statusOfJob({ requestId }, response.exchange)) inDoubt.add(job.id)
    else inDoubt.delete(job.id)
    if (response) return response.exchange
    if (clock.now() < doneAt) return respondOk({ status: 'processing' })
    const host = fault.host ?? 'results.example'
    return respondOk({ status: 'done', ...(host !== '' && { result_url: `https://${host}/${job.id}` }) })
  }
  const download = async (
    url: string,
    { acceptTruncated }: { acceptTruncated?: string },
  ): Promise<DownloadOutcome> => {
    const id = url.split('/').at(-1) ?? ''
    const job = jobs.find((candidate) => candidate.id === id)
    const fault = job && faultOf(job).download?.(count(`download ${id}`))
    await wait(DOWNLOAD_MS + (fault?.afterMs ?? 0))
    const isAccepted = fault?.outcome.kind === 'failed' && fault.outcome.received?.sha256 === acceptTruncated
    return fault && !(isAccepted && acceptTruncated !== undefined)
      ? fault.outcome
      : { kind: 'file', file: { ...storedFile, sha256: id } }
  }
  const open = () =>
    testEngine({ submit, poll, download }, database, preparedJob, {
      clock,
      random: () => 0.5,
      uuid: () => crypto.randomUUID(),
    })
  let world = open()
  const add = (job: MixedJob): void => {
    world.store.insert({
      ...preparedJob,
      id: job.id,
      idempotencyKey: job.id,
      replaces: null,
      createdAt: clock.now(),
      // The durations of other jobs must not change when a healthy one is polled.
      model: job.fault === null ? preparedJob.model : { slug: 'other', name: 'Other' },
      request: { path: 'txt2img', encoding: 'json', text: JSON.stringify({ prompt: job.id }) },
      priority: 0,
    })
    world.engine.send()
  }
  for (const job of jobs) clock.after(job.createdAt, () => add(job))
  const minutes = 8
  if (restartAt !== null) {
    await clock.advance(restartAt)
    // As after SIGKILL: the old session is not asked to close, because its hanging requests would delay that.
    void world.engine.close()
    world = open()
    world.engine.start()
  }
  await clock.advance(minutes * MINUTE - (restartAt ?? 0))
  const healthy = jobs.filter(({ fault }) => fault === null)
  const took = healthy.map(({ id, createdAt }): [string, number] => {
    const job = world.store.find(id)
    const isSaved = job?.state === 'saved' && job.finishedAt !== null
    return [id, isSaved ? (job.finishedAt ?? 0) - beginsAt - createdAt : Number.POSITIVE_INFINITY]
  })
  const estimateErrors = healthy.flatMap(({ id, durationMs }) => {
    const { doneAt, acceptedAt } = world.store.find(id) ?? { doneAt: null, acceptedAt: null }
    return doneAt !== null && acceptedAt !== null ? [doneAt - acceptedAt - durationMs] : []
  })
  void world.engine.close()
  return {
    tookMs: new Map(took),
    estimateErrors,
    doubtfulPolls: polls.doubtful,
    otherPolls: polls.other,
    minutes,
  }
}
