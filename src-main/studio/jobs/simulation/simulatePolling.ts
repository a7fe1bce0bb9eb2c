import type { Exchange } from '../../service/http/Exchange.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { respondOk, preparedJob, testEngine } from '../engine/testEngine.ts'
import { SimRateLimit, type HiddenLimit } from './SimRateLimit.ts'
import { seededRandom, SimClock } from './SimClock.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** A common fixed polling interval, for comparison. */
const FIXED_MS = 2 * SECOND
/** Finished jobs of each model, if it has a history. */
const HISTORY_JOBS = 20

/** How long the jobs of a model take: the median, and the standard deviation of the logarithm. */
export interface ModelPace {
  slug: string
  medianMs: number
  spread: number
}

/** The number of polls and the time until they noticed the ends of the jobs, compared with a fixed interval. */
export interface PollingFigures {
  polls: number
  /** Number of polls if every job were polled every two seconds. */
  fixedPolls: number
  /** Median time from the end of a job until a poll finds it. */
  noticeMs: number
  fixedNoticeMs: number
  /** Polls that were refused with 429. */
  refusals: number
  /** The most polls within any one second. */
  maxPollsPerSecond: number
  /** Time from the first job to the last poll. */
  tookMs: number
}

interface Options {
  models: readonly ModelPace[]
  /** Jobs of each model. */
  jobs: number
  /** Jobs that are enqueued per second. */
  perSecond: number
  /** The rate limit for polls. */
  limit?: HiddenLimit
  /** The rate limit for submits. */
  sending?: HiddenLimit
  startsAt?: number
  /** Whether earlier sessions left a history of each model. */
  history?: boolean
  seed?: number
}

interface Running {
  acceptedAt: number
  doneAt: number
  noticedAt: number | null
}

/** A random duration in ms, log-normally distributed: mostly near the median, seldom far above. */
const drawDuration = ({ medianMs, spread }: ModelPace, random: () => number): number => {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.max(500, medianMs * Math.exp(spread * normal))
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

/** Polls jobs of known durations with the real engine, in virtual time, and compares that with polling at a fixed interval. */
export async function simulatePolling({
  models,
  jobs,
  perSecond,
  limit,
  sending,
  startsAt,
  history = true,
  seed = 1,
}: Options): Promise<PollingFigures> {
  const clock = fakeClock(startsAt)
  const random = seededRandom(seed)
  const beginsAt = clock.now()
  const database = migratedDatabase()
  const running = new Map<string, Running>()
  const polledAt: number[] = []
  const bucket = limit && new SimRateLimit(limit, beginsAt)
  const sendBucket = sending && new SimRateLimit(sending, beginsAt)
  const unlimited = { headers: {}, refusal: null }
  let [refusals, noticed] = [0, 0]
  const networkDelay = () => new Promise<void>((resolve) => void clock.after(15 + random() * 20, resolve))

  const poll = async (path: string): Promise<Exchange> => {
    await networkDelay()
    const now = clock.now()
    polledAt.push(now)
    const { headers, refusal } = bucket?.pass(now) ?? unlimited
    await networkDelay()
    if (refusal) {
      refusals++
      return refusal.exchange
    }
    const job = running.get(path.split('/').at(-1) ?? '')
    if (!job) throw new Error(`There is no job ${path}`)
    const progress = (100 * (now - job.acceptedAt)) / (job.doneAt - job.acceptedAt)
    if (progress < 100) return respondOk({ status: 'processing', progress: Math.floor(progress) }, headers)
    job.noticedAt ??= clock.now()
    noticed++
    return respondOk({ status: 'done', result_url: 'https://results.example/a.png' }, headers)
  }
  const wholeMsClock = { ...clock, now: () => Math.round(clock.now()) }
  /** Durations of jobs in ms, by the body of their request. */
  const durations = new Map<string, number>()
  let ids = 0
  const submit = async ({ text }: { text: string }): Promise<Exchange> => {
    await networkDelay()
    const { headers, refusal } = sendBucket?.pass(clock.now()) ?? unlimited
    if (refusal) return refusal.exchange
    const requestId = `00000000-0000-4000-8000-${String(ids++).padStart(12, '0')}`
    const acceptedAt = clock.now()
    running.set(requestId, { acceptedAt, doneAt: acceptedAt + (durations.get(text) ?? 0), noticedAt: null })
    await networkDelay()
    return respondOk({ request_id: requestId }, headers)
  }
  const { engine, store } = testEngine({ poll, submit }, database, preparedJob, {
    clock: wholeMsClock,
    random,
  })

  const insert = (model: ModelPace, id: string, createdAt: number) => {
    const duration = drawDuration(model, random)
    const text = `{"prompt":"${id}"}`
    durations.set(text, duration)
    const identity = {
      id,
      idempotencyKey: id,
      replaces: null,
      createdAt,
      model: { slug: model.slug, name: model.slug },
    }
    store.insert({
      ...preparedJob,
      ...identity,
      request: { path: 'txt2img', encoding: 'json', text },
      priority: 1,
    })
    return duration
  }
  database.transaction(() => {
    for (const model of history ? models : [])
      for (let n = 0; n < HISTORY_JOBS; n++) {
        const id = `${model.slug} history ${n}`
        const acceptedAt = beginsAt - HOUR
        const doneAt = acceptedAt + Math.round(insert(model, id, acceptedAt))
        store.move(id, 'sending', { sentAt: acceptedAt })
        store.move(id, 'running', { requestId: id, acceptedAt })
        store.move(id, 'saving', { doneAt })
        store.move(id, 'saved', { finishedAt: doneAt })
      }
  })
  const total = jobs * models.length
  const start = (n: number) => {
    const model = models[n % models.length]
    if (!model) return
    insert(model, `job ${n}`, wholeMsClock.now())
    engine.send()
  }
  for (let n = 0; n < total; n++) clock.after((n * SECOND) / perSecond, () => start(n))
  while (noticed < total && clock.now() < beginsAt + 24 * HOUR) await clock.advance(10 * SECOND)
  await engine.close()

  const all = [...running.values()]
  const fixed = all.map(({ acceptedAt, doneAt }) => Math.ceil((doneAt - acceptedAt) / FIXED_MS))
  return {
    polls: polledAt.length,
    fixedPolls: fixed.reduce((sum, polls) => sum + polls, 0),
    noticeMs: median(all.map(({ doneAt, noticedAt }) => (noticedAt ?? Number.POSITIVE_INFINITY) - doneAt)),
    // 50 ms is the average round-trip time of a poll.
    fixedNoticeMs: median(
      all.map(({ acceptedAt, doneAt }, n) => (fixed[n] ?? 0) * FIXED_MS - (doneAt - acceptedAt) + 50),
    ),
    refusals,
    maxPollsPerSecond: mostWithin(polledAt, SECOND),
    tookMs: (polledAt.at(-1) ?? beginsAt) - beginsAt,
  }
}

function mostWithin(times: readonly number[], ms: number): number {
  let [most, from] = [0, 0]
  for (const [index, time] of times.entries()) {
    while ((times[from] ?? time) <= time - ms) from++
    most = Math.max(most, index - from + 1)
  }
  return most
}

/** Typical models of a service for generative media: most jobs of a model take equally long, a few far longer. */
export const typicalModels: readonly ModelPace[] = [
  { slug: 'speech', medianMs: 4000, spread: 0.4 },
  { slug: 'image', medianMs: 6000, spread: 0.35 },
  { slug: 'music', medianMs: 30_000, spread: 0.3 },
  { slug: 'video', medianMs: 120_000, spread: 0.3 },
]

export interface PollsAfterSleep {
  /** The most polls of one job in the first minute after the machine woke. */
  maxPollsPerJob: number
  /** All polls in that minute, and the most in one second. */
  polls: number
  maxPollsPerSecond: number
}

/** Lets the machine sleep for hours while many jobs run, and counts the polls in the first minute after it wakes. */
export async function simulateSleep({ jobs = 1000, hours = 8, seed = 1 } = {}): Promise<PollsAfterSleep> {
  const clock = new SimClock()
  const random = seededRandom(seed)
  const polled: { id: string; at: number }[] = []
  const sessionClock = clock.ofSession(() => false)
  const { engine, store, database } = testEngine(
    {
      poll: async (path) => {
        polled.push({ id: path, at: clock.time })
        await clock.wait(20 + random() * 60)
        return respondOk({ status: 'processing', progress: 40 })
      },
    },
    migratedDatabase(),
    preparedJob,
    { clock: sessionClock, random },
  )
  database.transaction(() => {
    for (let n = 0; n < jobs; n++) {
      const identity = {
        id: `job ${n}`,
        idempotencyKey: `click ${n}`,
        replaces: null,
        createdAt: sessionClock.now(),
      }
      store.insert({ ...preparedJob, ...identity, priority: 1 })
      store.move(identity.id, 'sending', { sentAt: sessionClock.now() })
      store.move(identity.id, 'running', { requestId: `request-${n}`, acceptedAt: sessionClock.now() })
    }
  })
  engine.markInterruptedUncertain()
  engine.start()
  await clock.advance(10 * MINUTE)
  clock.sleep(hours * HOUR)
  polled.length = 0
  const wokeAt = clock.time
  await clock.advance(MINUTE)
  await engine.close()

  const first = polled.filter(({ at }) => at < wokeAt + MINUTE)
  const counts = new Map<string, number>()
  const seconds = new Map<number, number>()
  for (const { id, at } of first) {
    counts.set(id, (counts.get(id) ?? 0) + 1)
    const second = Math.floor((at - wokeAt) / 1000)
    seconds.set(second, (seconds.get(second) ?? 0) + 1)
  }
  return {
    maxPollsPerJob: Math.max(0, ...counts.values()),
    polls: first.length,
    maxPollsPerSecond: Math.max(0, ...seconds.values()),
  }
}
