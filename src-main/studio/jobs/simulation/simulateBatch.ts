import { Database } from '../../storage/database/Database.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { ok, prepared, testEngine } from '../engine/testEngine.ts'
import { HiddenBucket, type HiddenLimit } from './HiddenBucket.ts'
import { seededDice } from './SimClock.ts'

const MINUTE = 60_000
const MAX_MS = 10 * 60 * MINUTE

export interface BatchPacing {
  /** Time until the last job was accepted, over the least possible. */
  ratio: number
  requestsPerJob: number
  refusals: number
  /** Requests sent before a moment the service had named. */
  tooSoon: number
  /** How many jobs ended in which state. */
  states: Record<string, number>
}

interface Options {
  jobs?: number
  /** Milliseconds since the epoch. */
  startsAt?: number
  seed?: number
  /** Called with each refusal: when, since the beginning, and after how many accepted. */
  onRefusal?: (ms: number, accepted: number) => void
}

/** A batch sent by the real engine against a hidden limit, on a clock that only this moves: exact figures, no waiting. */
export async function simulateBatch(limit: HiddenLimit, options: Options = {}): Promise<BatchPacing> {
  const { jobs = 1000, seed = 1 } = options
  const database = new Database(':memory:')
  const clock = fakeClock(options.startsAt)
  const random = seededDice(seed)
  const bucket = new HiddenBucket(limit, clock.now())
  const beginsAt = clock.now()
  const travel = () => new Promise<void>((resolve) => void clock.after(3 + random() * 5, resolve))
  const answers = { accepted: 0, lastAt: 0, requests: 0, refusals: 0, tooSoon: 0, namedUntil: 0 }
  // Columns of times hold whole milliseconds.
  const { engine, store } = testEngine(
    {
      submit: async () => {
        answers.requests++
        if (clock.now() < answers.namedUntil) answers.tooSoon++
        await travel()
        const arrivedAt = clock.now()
        const { headers, refusal } = bucket.pass(arrivedAt)
        await travel()
        if (refusal) {
          answers.refusals++
          answers.namedUntil = Math.max(answers.namedUntil, arrivedAt + refusal.retryAfterMs)
          options.onRefusal?.(clock.now() - beginsAt, answers.accepted)
          return refusal.exchange
        }
        answers.accepted++
        answers.lastAt = clock.now()
        const requestId = `00000000-0000-4000-8000-${String(answers.accepted).padStart(12, '0')}`
        return ok({ request_id: requestId }, headers)
      },
      // They run for longer than the sending takes: polling is another matter.
      poll: () => ok({ status: 'processing' }),
    },
    database,
    prepared,
    { clock: { ...clock, now: () => Math.round(clock.now()) }, random },
  )
  database.transaction(() => {
    for (let n = 0; n < jobs; n++) {
      const request = { path: 'txt2img', encoding: 'json', text: `{"prompt":"${n}"}` } as const
      const about = {
        id: `${seed}-${beginsAt}-${n}`,
        idempotencyKey: `${seed}/${n}`,
        replaces: null,
        createdAt: beginsAt,
      }
      store.insert({ ...prepared, ...about, request, priority: 1 })
    }
  })
  engine.send()
  while (answers.accepted < jobs && clock.now() - beginsAt < MAX_MS) await clock.advance(1000)
  await engine.close()
  const least = limit.isWindow
    ? (Math.ceil(jobs / limit.burst) - 1) * MINUTE
    : ((jobs - limit.burst) / limit.rate) * 1000
  return {
    ratio: (answers.lastAt - beginsAt) / least,
    requestsPerJob: answers.requests / jobs,
    refusals: answers.refusals,
    tooSoon: answers.tooSoon,
    states: Object.fromEntries(
      database
        .all('SELECT state, count(*) AS jobs FROM jobs GROUP BY state')
        .map(({ state, jobs: count }) => [String(state), Number(count)]),
    ),
  }
}
