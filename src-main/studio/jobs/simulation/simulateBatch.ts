import { fakeClock } from '../../testing/fakeClock.ts'
import { respondOk, preparedJob, testEngine } from '../engine/testEngine.ts'
import { SimRateLimit, type HiddenLimit } from './SimRateLimit.ts'
import { seededRandom } from './SimClock.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

const MINUTE = 60_000
const MAX_MS = 10 * 60 * MINUTE

/** How fast and how economically a batch was sent. */
export interface BatchPacing {
  /** Time until the last job was accepted, relative to the shortest possible time. */
  ratio: number
  requestsPerJob: number
  refusals: number
  /** Requests that were sent before the end of a wait that the service had stated. */
  tooSoon: number
  /** The number of jobs by state at the end. */
  states: Record<string, number>
}

interface Options {
  jobs?: number
  /** Milliseconds since the epoch. */
  startsAt?: number
  seed?: number
  /** Called with each refusal: the time since the beginning, and the number of jobs accepted so far. */
  onRefusal?: (ms: number, accepted: number) => void
}

/** Sends a batch with the real engine to a service with a rate limit, in virtual time, so that the figures are exact. */
export async function simulateBatch(limit: HiddenLimit, options: Options = {}): Promise<BatchPacing> {
  const { jobs = 1000, seed = 1 } = options
  const database = migratedDatabase()
  const clock = fakeClock(options.startsAt)
  const random = seededRandom(seed)
  const bucket = new SimRateLimit(limit, clock.now())
  const beginsAt = clock.now()
  const networkDelay = () => new Promise<void>((resolve) => void clock.after(3 + random() * 5, resolve))
  const counts = { accepted: 0, lastAt: 0, requests: 0, refusals: 0, tooSoon: 0, statedWaitUntil: 0 }
  const { engine, store } = testEngine(
    {
      submit: async () => {
        counts.requests++
        if (clock.now() < counts.statedWaitUntil) counts.tooSoon++
        await networkDelay()
        const arrivedAt = clock.now()
        const { headers, refusal } = bucket.pass(arrivedAt)
        await networkDelay()
        if (refusal) {
          counts.refusals++
          counts.statedWaitUntil = Math.max(counts.statedWaitUntil, arrivedAt + refusal.retryAfterMs)
          options.onRefusal?.(clock.now() - beginsAt, counts.accepted)
          return refusal.exchange
        }
        counts.accepted++
        counts.lastAt = clock.now()
        const requestId = `00000000-0000-4000-8000-${String(counts.accepted).padStart(12, '0')}`
        return respondOk({ request_id: requestId }, headers)
      },
      // The jobs run for longer than sending takes, because this measures only sending.
      poll: () => respondOk({ status: 'processing' }),
    },
    database,
    preparedJob,
    // Rounded, because columns of times hold whole milliseconds.
    { clock: { ...clock, now: () => Math.round(clock.now()) }, random },
  )
  database.transaction(() => {
    for (let n = 0; n < jobs; n++) {
      const request = { path: 'txt2img', encoding: 'json', text: `{"prompt":"${n}"}` } as const
      const identity = {
        id: `${seed}-${beginsAt}-${n}`,
        idempotencyKey: `${seed}/${n}`,
        replaces: null,
        createdAt: beginsAt,
      }
      store.insert({ ...preparedJob, ...identity, request, priority: 1 })
    }
  })
  engine.send()
  while (counts.accepted < jobs && clock.now() - beginsAt < MAX_MS) await clock.advance(1000)
  await engine.close()
  const minimumMs = limit.isWindow
    ? (Math.ceil(jobs / limit.burst) - 1) * MINUTE
    : ((jobs - limit.burst) / limit.rate) * 1000
  return {
    ratio: (counts.lastAt - beginsAt) / minimumMs,
    requestsPerJob: counts.requests / jobs,
    refusals: counts.refusals,
    tooSoon: counts.tooSoon,
    states: Object.fromEntries(
      database
        .all('SELECT state, count(*) AS jobs FROM jobs GROUP BY state')
        .map(({ state, jobs: count }) => [String(state), Number(count)]),
    ),
  }
}
