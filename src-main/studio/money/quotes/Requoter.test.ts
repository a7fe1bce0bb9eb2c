import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { expect, onTestFinished, test } from 'vitest'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { QuoteResult } from '../../../../src-preload/contract/types/quote.ts'
import { BalanceTable } from '../balance/BalanceTable.ts'
import type { JobRecord } from '../../jobs/store/JobRecord.ts'
import { respondOk, preparedJob, testEngine } from '../../jobs/engine/testEngine.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { StudioEvents } from '../../events.ts'
import { Requoter } from './Requoter.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const SHOWN = 100
const unreachable: QuoteResult = {
  state: 'unavailable',
  key: 'k',
  problem: { code: 'service_unreachable', money: 'none', serviceMessage: 'down' },
}

/** The engine with a paused queue, and a requoter whose price requests get the result `now.result`. */
function setUp(changes: Partial<typeof preparedJob> = {}) {
  const database = migratedDatabase()
  onTestFinished(() => database.close())
  const clock = fakeClock()
  const requested: string[] = []
  /** Quotes that are known without a request, by job id. */
  const known = new Map<string, { price: number; quotedAt: number }>()
  const holds: [string, object][] = []
  const max = { inFlight: 0 }
  let inFlight = 0
  const now: {
    paused: boolean
    isLimitReached?: boolean
    result: number | QuoteResult | StudioError | ((job: JobRecord) => QuoteResult | Promise<QuoteResult>)
  } = {
    paused: true,
    result: SHOWN,
  }
  const priced = (price: number): QuoteResult => ({
    state: 'priced',
    key: 'k',
    price,
    quotedAt: clock.now(),
  })
  const world = testEngine(
    {
      submit: () => respondOk({ request_id: crypto.randomUUID() }),
      poll: () => respondOk({ status: 'processing' }),
      isPaused: () => now.paused,
      clickPolicy: {
        check: () => {
          if (now.isLimitReached) throw new StudioError(makeProblem('budget_full', { money: 'not_charged' }))
        },
      },
      admit: (job) => ({ kind: requoter.admit(job) ? 'send' : 'hold-batch' }),
    },
    database,
    { ...preparedJob, price: SHOWN, quotedAt: clock.now(), ...changes },
    { clock },
  )
  const { store, engine } = world
  const events = new StudioEvents()
  events.on('admissionChanged', () => engine.reconsider())
  const requoter = new Requoter<JobRecord>({
    database,
    clock,
    log: memoryLog(),
    jobs: store,
    prices: {
      knownPriceOf: ({ id }) => {
        const quote = known.get(id)
        return quote && clock.now() - quote.quotedAt <= 15 * MINUTE ? quote : null
      },
      priceOf: async (job) => {
        requested.push(job.id)
        max.inFlight = Math.max(max.inFlight, ++inFlight)
        await Promise.resolve()
        inFlight--
        const { result } = now
        if (result instanceof StudioError) throw result
        return typeof result === 'number'
          ? priced(result)
          : typeof result === 'function'
            ? result(job)
            : result
      },
    },
    batches: {
      pauseForPrice: (id, change) => {
        holds.push([id, change])
        database.run("UPDATE jobs SET held = 1 WHERE batch_id = ? AND state = 'queued'", id)
      },
    },
    ledger: { record: (id, entry, amount) => void world.entries.push(`${id} ${entry} ${amount}`) },
    events,
  })
  const resume = async (ms = 1) => {
    now.paused = false
    engine.reconsider()
    await clock.advance(ms)
  }
  /** Enqueues jobs of the batch `b`. Returns their ids. */
  const enqueueBatch = (count: number): string[] => {
    database.run(
      `INSERT INTO batches (id, idempotency_key, name, state, connection_id, operation, axes, created_at)
         VALUES ('b', 'b', 'B', 'running', 'c', 'o', '[]', 1)`,
    )
    const ids = Array.from({ length: count }, () => world.enqueue().id)
    database.run("UPDATE jobs SET batch_id = 'b'")
    return ids
  }
  const submits = () => world.calls.filter((request) => request === 'submit').length
  return {
    ...world,
    clock,
    now,
    requested,
    known,
    max,
    holds,
    requoter,
    resume,
    submits,
    priced,
    enqueueBatch,
  }
}

test('a job is sent on its quote for a quarter of an hour without another request', async () => {
  const { enqueue, clock, resume, requested, submits } = setUp()
  enqueue()
  await clock.advance(15 * MINUTE)
  await resume()
  expect([requested.length, submits()]).toEqual([0, 1])
})

test.each([
  ['the same', SHOWN],
  ['lower', SHOWN - 1],
])(
  'a job older than a quarter of an hour is quoted again and sent at a price that is %s',
  async (_, price) => {
    const { enqueue, clock, resume, requested, submits, store, now, entries } = setUp()
    const { id } = enqueue()
    await clock.advance(15 * MINUTE + 1)
    now.result = price
    await resume()
    expect([requested, submits()]).toEqual([[id], 1])
    expect(store.find(id)).toMatchObject({
      state: 'running',
      price,
      quotedAt: clock.now() - 1,
      problem: null,
    })
    const rebound = price === SHOWN ? [] : [`${id} released ${SHOWN}`, `${id} quoted ${price}`]
    expect(entries).toEqual([`${id} quoted`, ...rebound, `${id} accepted`])
  },
)

test('a job that costs more now waits for the user, across restarts and for as long as it takes', async () => {
  const { enqueue, clock, resume, requested, submits, store, now } = setUp()
  const { id } = enqueue()
  await clock.advance(15 * MINUTE + 1)
  now.result = SHOWN + 1
  await resume(30 * DAY)
  expect([requested.length, submits()]).toEqual([1, 0])
  expect(store.find(id)).toMatchObject({
    state: 'queued',
    price: SHOWN,
    waitsUntil: null,
    problem: { code: 'price_changed', money: 'not_charged', params: { shown: SHOWN, price: SHOWN + 1 } },
  })
})

test('a job is sent at the new price only once the user accepted exactly that price', async () => {
  const { enqueue, clock, resume, submits, store, now, jobs } = setUp()
  const { id } = enqueue()
  await clock.advance(15 * MINUTE + 1)
  now.result = SHOWN + 1
  await resume()
  const accept = (price: number) =>
    jobs.acceptPrice({ id, quote: { key: 'k', price, quotedAt: clock.now() } })
  expect(() => accept(13)).toThrow('price_changed')
  expect(store.find(id)).toMatchObject({ state: 'queued', price: SHOWN })
  accept(SHOWN + 1)
  await clock.advance(1)
  expect(submits()).toBe(1)
  expect(store.find(id)).toMatchObject({ state: 'running', price: SHOWN + 1, problem: null })
  expect(() => accept(SHOWN + 1)).toThrow('job_wrong_state')
})

test('a price that has fallen back is accepted although a limit is reached', async () => {
  const { enqueue, clock, resume, submits, now, jobs } = setUp()
  const { id } = enqueue()
  await clock.advance(15 * MINUTE + 1)
  now.result = SHOWN + 1
  await resume()
  now.isLimitReached = true
  const accept = (price: number) => () =>
    jobs.acceptPrice({ id, quote: { key: 'k', price, quotedAt: clock.now() } })
  expect(accept(SHOWN + 1)).toThrow('budget_full')
  accept(SHOWN)()
  await clock.advance(1)
  expect(submits()).toBe(1)
})

test('a job that waits with a new price can be cancelled', async () => {
  const { enqueue, clock, resume, submits, store, now, jobs } = setUp()
  const { id } = enqueue()
  await clock.advance(15 * MINUTE + 1)
  now.result = SHOWN + 1
  await resume()
  jobs.cancel(id)
  await clock.advance(DAY)
  expect([submits(), store.find(id)?.state]).toEqual([0, 'cancelled'])
})

test('a job quoted for another account is quoted again, also if the account changes just before it is sent', async () => {
  const { enqueue, clock, resume, requested, submits, store, database, now } = setUp()
  const first = enqueue()
  const accounts = new BalanceTable(database)
  accounts.startNewAccount('c')
  await resume()
  expect([requested, submits()]).toEqual([[first.id], 1])
  expect(store.find(first.id)?.account).toBe(1)
  // The account changes while the price is requested, so the price does not count.
  now.paused = true
  const second = enqueue()
  accounts.startNewAccount('c')
  now.result = () => {
    accounts.startNewAccount('c')
    now.result = SHOWN + 1
    return { state: 'priced', key: 'k', price: SHOWN, quotedAt: clock.now() }
  }
  await resume(HOUR)
  expect(submits()).toBe(1)
  expect(store.find(second.id)).toMatchObject({ state: 'queued', problem: { code: 'price_changed' } })
})

test('a job without an available price shows the reason, is quoted at growing intervals, and is sent in the end', async () => {
  const { enqueue, clock, resume, requested, submits, store, now } = setUp()
  const { id } = enqueue()
  await clock.advance(15 * MINUTE + 1)
  now.result = unreachable
  await resume(2 * DAY)
  expect(submits()).toBe(0)
  expect(requested.length).toBeGreaterThan(100)
  expect(requested.length).toBeLessThan(210)
  expect(store.find(id)).toMatchObject({
    state: 'queued',
    problem: {
      code: 'price_check_failed',
      money: 'not_charged',
      params: { because: 'service_unreachable' },
      serviceMessage: 'down',
    },
    waitsUntil: expect.any(Number),
  })
  now.result = SHOWN
  await clock.advance(HOUR)
  expect([submits(), store.find(id)?.state]).toEqual([1, 'running'])
})

test('the pauses between requests for an unavailable price double from half a minute to a quarter of an hour', async () => {
  const { enqueue, clock, resume, now } = setUp()
  enqueue()
  await clock.advance(15 * MINUTE + 1)
  const times: number[] = []
  now.result = () => {
    times.push(clock.now())
    return unreachable
  }
  await resume(HOUR)
  const pauses = times.slice(1).map((at, index) => (at - (times[index] ?? 0)) / 1000)
  expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900])
})

test('a job that got a current quote while another one was quoted is sent without another request', async () => {
  const { enqueue, clock, resume, requested, submits, store, now, priced, requoter } = setUp()
  const [first, second] = [enqueue(), enqueue()]
  await clock.advance(15 * MINUTE + 1)
  now.result = () => {
    const job = store.find(second.id)
    if (job) requoter.accept(job, { price: SHOWN, quotedAt: clock.now() })
    return priced(SHOWN)
  }
  await resume(1000)
  expect([requested, submits()]).toEqual([[first.id], 2])
})

test('jobs that have their new quote are sent within about a second, while others are still quoted', async () => {
  const { enqueue, clock, resume, store, now, priced } = setUp()
  const ids = Array.from({ length: 4 }, () => enqueue().id)
  await clock.advance(15 * MINUTE + 1)
  now.result = () =>
    new Promise((resolve) => {
      clock.after(600, () => resolve(priced(SHOWN)))
    })
  await resume(1300)
  expect(ids.map((id) => store.find(id)?.state)).toEqual(['running', 'running', 'queued', 'queued'])
  await clock.advance(2000)
  expect(ids.map((id) => store.find(id)?.state)).toEqual(['running', 'running', 'running', 'running'])
})

test('no price is requested before the time the service stated', async () => {
  const { enqueue, clock, resume, requested, now } = setUp()
  enqueue()
  await clock.advance(15 * MINUTE + 1)
  const retryAt = clock.now() + 5 * HOUR
  now.result = { ...unreachable, problem: { code: 'service_prices_used_up', money: 'none', retryAt } }
  await resume(4 * HOUR)
  expect(requested).toHaveLength(1)
  await clock.advance(2 * HOUR)
  expect(requested.length).toBeGreaterThan(1)
})

test('a job that can no longer be priced delays no other', async () => {
  const { enqueue, clock, resume, submits, store, now, priced } = setUp()
  const [gone, good] = [enqueue(), enqueue()]
  await clock.advance(15 * MINUTE + 1)
  now.result = (job) => (job.id === gone.id ? { state: 'invalid', issues: [] } : priced(SHOWN))
  await resume()
  expect(submits()).toBe(1)
  expect(store.find(good.id)?.state).toBe('running')
  expect(store.find(gone.id)).toMatchObject({ state: 'queued', problem: { code: 'price_check_failed' } })
  now.result = new StudioError({ code: 'model_gone', money: 'none' })
  await clock.advance(2 * HOUR)
  expect(store.find(gone.id)).toMatchObject({
    state: 'queued',
    problem: { code: 'price_check_failed', params: { because: 'model_gone' } },
  })
  now.result = SHOWN
  await clock.advance(HOUR)
  expect(store.find(gone.id)?.state).toBe('running')
})

test('a job with a fresh quote is sent before jobs that are being quoted', async () => {
  const { enqueue, clock, resume, submits, store, now, database } = setUp()
  enqueue()
  await clock.advance(15 * MINUTE + 1)
  now.result = unreachable
  const fresh = enqueue()
  database.run('UPDATE jobs SET quoted_at = ? WHERE id = ?', clock.now(), fresh.id)
  await resume()
  expect([submits(), store.find(fresh.id)?.state]).toEqual([1, 'running'])
})

test('jobs are quoted again one at a time, and sent in their order', async () => {
  const { enqueue, clock, resume, requested, submits, now, priced, max } = setUp()
  const ids = Array.from({ length: 250 }, () => enqueue().id)
  await clock.advance(15 * MINUTE + 1)
  now.result = priced(SHOWN)
  await resume(10 * HOUR)
  expect(requested).toEqual(ids)
  expect([max.inFlight, submits()]).toEqual([1, 250])
})

test('jobs at their old price wait with their batch if the price of a later one rose', async () => {
  const { enqueueBatch, clock, resume, submits, holds, now, priced } = setUp()
  const ids = enqueueBatch(3)
  await clock.advance(15 * MINUTE + 1)
  now.result = ({ id }) => priced(id === ids[2] ? SHOWN + 1 : SHOWN)
  await resume(HOUR)
  expect([holds.length, submits()]).toEqual([1, 0])
})

test('a batch that is paused while its jobs are quoted again stays paused', async () => {
  const { enqueueBatch, clock, resume, submits, store, database, now, priced } = setUp()
  const [id = ''] = enqueueBatch(1)
  await clock.advance(15 * MINUTE + 1)
  const { promise, resolve } = Promise.withResolvers<QuoteResult>()
  now.result = () => promise
  await resume()
  database.run("UPDATE jobs SET held = 1 WHERE state = 'queued'")
  resolve(priced(SHOWN))
  await clock.advance(HOUR)
  expect(submits()).toBe(0)
  expect(store.find(id)?.state).toBe('queued')
})

test('a batch whose price rose is put on hold once, and its jobs stay unchanged', async () => {
  const { enqueueBatch, clock, resume, submits, holds, now, store } = setUp()
  const ids = enqueueBatch(5)
  await clock.advance(15 * MINUTE + 1)
  now.result = SHOWN * 5
  await resume(DAY)
  expect(submits()).toBe(0)
  expect(holds).toEqual([['b', { shown: SHOWN, price: SHOWN * 5 }]])
  for (const id of ids) expect(store.find(id)).toMatchObject({ state: 'queued', price: SHOWN, problem: null })
})

test('hours of equal jobs cost four price requests an hour', async () => {
  const { enqueue, clock, requested, requoter, store, now, known, priced } = setUp()
  const ids = Array.from({ length: 180 }, () => enqueue().id)
  now.result = () => {
    for (const id of ids) known.set(id, { price: SHOWN, quotedAt: clock.now() })
    return priced(SHOWN)
  }
  const admit = (id: string) => {
    const job = store.find(id)
    return job !== null && requoter.admit(job)
  }
  for (const id of ids) {
    if (!admit(id)) await clock.advance(1)
    expect(admit(id)).toBe(true)
    await clock.advance(MINUTE)
  }
  expect(requested.length).toBeGreaterThan(9)
  expect(requested.length).toBeLessThanOrEqual(12)
})

test('a job takes a newer price of its price key without a request: a lower one is bound, a higher one asks', async () => {
  const { enqueue, clock, resume, requested, submits, store, known, entries } = setUp()
  const [cheaper, dearer] = [enqueue().id, enqueue().id]
  await clock.advance(15 * MINUTE + 1)
  known.set(cheaper, { price: SHOWN - 1, quotedAt: clock.now() })
  known.set(dearer, { price: SHOWN + 1, quotedAt: clock.now() })
  await resume()
  expect([requested.length, submits()]).toEqual([0, 1])
  expect(store.find(cheaper)).toMatchObject({ state: 'running', price: SHOWN - 1 })
  expect(entries.filter((entry) => entry.startsWith(cheaper))).toEqual([
    `${cheaper} quoted`,
    `${cheaper} released ${SHOWN}`,
    `${cheaper} quoted ${SHOWN - 1}`,
    `${cheaper} accepted`,
  ])
  const params = { shown: SHOWN, price: SHOWN + 1 }
  expect(store.find(dearer)).toMatchObject({ state: 'queued', problem: { code: 'price_changed', params } })
})

test('jobs that can no longer be priced keep no page of others from being quoted', async () => {
  const { enqueue, clock, resume, store, now, priced } = setUp()
  const gone = new Set(Array.from({ length: 150 }, () => enqueue().id))
  const good = enqueue().id
  await clock.advance(15 * MINUTE + 1)
  now.result = ({ id }) => (gone.has(id) ? { state: 'invalid', issues: [] } : priced(SHOWN))
  await resume(MINUTE)
  expect(store.find(good)?.state).toBe('running')
})

test.each([
  ['has no price', 0, { price: null, quotedAt: null }],
  ['has a price of unknown time', 1, { price: SHOWN, quotedAt: null }],
  ['was quoted long after the present time', 1, { price: SHOWN, quotedAt: fakeClock().now() + 2 * DAY }],
  ['was quoted a little after the present time', 1, { price: SHOWN, quotedAt: fakeClock().now() + MINUTE }],
])('a job that %s is sent after %i price requests', async (_, count, changes) => {
  const { enqueue, resume, requested, submits } = setUp(changes)
  enqueue()
  await resume()
  expect([requested.length, submits()]).toEqual([count, 1])
})
