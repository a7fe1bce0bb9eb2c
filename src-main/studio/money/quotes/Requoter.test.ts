import { expect, test } from 'vitest'
import type { QuoteResult } from '../../../../src-preload/contract/types/quote.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { BalanceTable } from '../balance/BalanceTable.ts'
import { MINUTE, requoterWorld, SHOWN } from './testing.ts'

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const unreachable: QuoteResult = {
  state: 'unavailable',
  key: 'k',
  problem: { code: 'service_unreachable', money: 'none', serviceMessage: 'down' },
}

test('a job is sent on its quote for a quarter of an hour without another request', async () => {
  const { enqueue, clock, resume, requested, submits } = requoterWorld()
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
    const { enqueue, clock, resume, requested, submits, store, now, entries } = requoterWorld()
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
  const { enqueue, clock, resume, requested, submits, store, now } = requoterWorld()
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
  const { enqueue, clock, resume, submits, store, now, jobs } = requoterWorld()
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
  const { enqueue, clock, resume, submits, now, jobs } = requoterWorld()
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
  const { enqueue, clock, resume, submits, store, now, jobs } = requoterWorld()
  const { id } = enqueue()
  await clock.advance(15 * MINUTE + 1)
  now.result = SHOWN + 1
  await resume()
  jobs.cancel(id)
  await clock.advance(DAY)
  expect([submits(), store.find(id)?.state]).toEqual([0, 'cancelled'])
})

test('a job quoted for another account is quoted again, also if the account changes just before it is sent', async () => {
  const { enqueue, clock, resume, requested, submits, store, database, now } = requoterWorld()
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
  const { enqueue, clock, resume, requested, submits, store, now } = requoterWorld()
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
  const { enqueue, clock, resume, now } = requoterWorld()
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
  const { enqueue, clock, resume, requested, submits, store, now, priced, requoter } = requoterWorld()
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
  const { enqueue, clock, resume, store, now, priced } = requoterWorld()
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
  const { enqueue, clock, resume, requested, now } = requoterWorld()
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
  const { enqueue, clock, resume, submits, store, now, priced } = requoterWorld()
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
  const { enqueue, clock, resume, submits, store, now, database } = requoterWorld()
  enqueue()
  await clock.advance(15 * MINUTE + 1)
  now.result = unreachable
  const fresh = enqueue()
  database.run('UPDATE jobs SET quoted_at = ? WHERE id = ?', clock.now(), fresh.id)
  await resume()
  expect([submits(), store.find(fresh.id)?.state]).toEqual([1, 'running'])
})

test('jobs are quoted again one at a time, and sent in their order', async () => {
  const { enqueue, clock, resume, requested, submits, now, priced, max } = requoterWorld()
  const ids = Array.from({ length: 250 }, () => enqueue().id)
  await clock.advance(15 * MINUTE + 1)
  now.result = priced(SHOWN)
  await resume(10 * HOUR)
  expect(requested).toEqual(ids)
  expect([max.inFlight, submits()]).toEqual([1, 250])
})

test('jobs at their old price wait with their batch if the price of a later one rose', async () => {
  const { enqueueBatch, clock, resume, submits, holds, now, priced } = requoterWorld()
  const ids = enqueueBatch(3)
  await clock.advance(15 * MINUTE + 1)
  now.result = ({ id }) => priced(id === ids[2] ? SHOWN + 1 : SHOWN)
  await resume(HOUR)
  expect([holds.length, submits()]).toEqual([1, 0])
})

test('a batch that is paused while its jobs are quoted again stays paused', async () => {
  const { enqueueBatch, clock, resume, submits, store, database, now, priced } = requoterWorld()
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
  const { enqueueBatch, clock, resume, submits, holds, now, store } = requoterWorld()
  const ids = enqueueBatch(5)
  await clock.advance(15 * MINUTE + 1)
  now.result = SHOWN * 5
  await resume(DAY)
  expect(submits()).toBe(0)
  expect(holds).toEqual([['b', { shown: SHOWN, price: SHOWN * 5 }]])
  for (const id of ids) expect(store.find(id)).toMatchObject({ state: 'queued', price: SHOWN, problem: null })
})

test.each([
  ['has no price', 0, { price: null, quotedAt: null }],
  ['has a price of unknown time', 1, { price: SHOWN, quotedAt: null }],
  ['was quoted long after the present time', 1, { price: SHOWN, quotedAt: fakeClock().now() + 2 * DAY }],
  ['was quoted a little after the present time', 1, { price: SHOWN, quotedAt: fakeClock().now() + MINUTE }],
])('a job that %s is sent after %i price requests', async (_, count, changes) => {
  const { enqueue, resume, requested, submits } = requoterWorld(changes)
  enqueue()
  await resume()
  expect([requested.length, submits()]).toEqual([count, 1])
})
