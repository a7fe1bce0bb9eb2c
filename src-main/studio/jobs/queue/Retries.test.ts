import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { beforeEach, expect, test } from 'vitest'
import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import type { JobState } from '../../../../src-preload/contract/types/job.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { StudioEvents } from '../../events.ts'
import { createBatchWorld, PRICE, catchProblem } from '../../testing/worlds/createBatchWorld.ts'
import { BatchTable } from '../batches/BatchTable.ts'
import { Retries } from './Retries.ts'

const CLICK = '00000000-0000-4000-8000-00000000000'

let world: ReturnType<typeof createBatchWorld>
/** The current price of each job; null: the service gives none. */
let prices: (job: { id: string }) => number | null
/** Ids of the jobs whose price was requested. */
let requested: string[]
/** Whether prices are known without a request. */
let areKnown: boolean

beforeEach(() => {
  world = createBatchWorld()
  prices = () => PRICE
  requested = []
  areKnown = true
})

function openRetries() {
  const known = new Set<string>()
  const find = (job: { id: string }) => {
    const price = prices(job)
    return price !== null && (areKnown || known.has(job.id)) ? { price, quotedAt: world.clock.now() } : null
  }
  let ids = 0
  return new Retries({
    ...world,
    clickPolicy: world.budgets,
    quotes: { isRefused: () => false },
    drafts: {
      knownPrices: () => find,
      priceOf: async (job) => {
        requested.push(job.id)
        const price = prices(job)
        if (price === null)
          return {
            state: 'unavailable',
            key: 'k',
            problem: { code: 'service_unreachable', money: 'not_charged' },
          }
        known.add(job.id)
        return { state: 'priced', key: 'k', price, quotedAt: world.clock.now() }
      },
    },
    batches: new BatchTable(world.database),
    events: new StudioEvents(),
    uuid: () => `retry-${ids++}`,
  })
}

/** Ends a job that was sent, as the service would report it. */
const end = (id: string, state: JobState, problem: Partial<Problem> | null) => {
  const code: ProblemCode = state === 'rejected' ? 'service_refused' : 'job_failed'
  world.database.run(
    'UPDATE jobs SET state = ?, problem = ? WHERE id = ?',
    state,
    problem && JSON.stringify({ code, ...problem }),
    id,
  )
  world.ledger.record(id, problem?.money === 'refunded' ? 'refunded' : 'unconfirmed', PRICE)
}

/** A batch whose jobs failed with a refund. */
const failedBatch = async (count: number) => {
  const { id: batch } = await world.enqueue(count)
  const ids = world.page({ batch }).ids
  for (const _ of ids) world.send()
  for (const id of ids) end(id, 'failed', { money: 'refunded' })
  return { batch, ids }
}

test('offers refunded failures and leaves out, by reason, every job that may have cost something', async () => {
  const { id: batch } = await world.enqueue(8)
  const ids = world.page({ batch }).ids
  for (const _ of ids) world.send()
  const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = ''] = ids
  end(a, 'failed', { money: 'refunded' })
  end(b, 'failed', { money: 'refund_in_balance' })
  end(c, 'failed', { money: 'refund_unconfirmed' })
  end(d, 'failed', { money: 'charged' })
  end(e, 'uncertain', { money: 'unknown' })
  end(f, 'failed', { money: 'refunded', isPermanent: true })
  end(g, 'rejected', { money: 'not_charged' })
  end(h, 'failed', null)
  const leftOut = { uncertain: 1, unconfirmed: 2, charged: 1, permanent: 1, unpriced: 0 }
  expect(await openRetries().offer({ batch })).toEqual({ ids: [a, b, f], total: 3 * PRICE, leftOut })
})

test('offers jobs that were rejected because of the account or the connection, but not for their request', async () => {
  const codes: ProblemCode[] = [
    'service_balance',
    'service_forbidden',
    'service_not_found',
    'service_refused',
    'service_too_large',
  ]
  const { id: batch } = await world.enqueue(codes.length)
  const ids = world.page({ batch }).ids
  for (const _ of ids) world.send()
  for (const [index, code] of codes.entries())
    end(ids[index] ?? '', 'rejected', makeProblem(code, { money: 'not_charged' }))
  const { ids: offered, leftOut } = await openRetries().offer({ batch })
  expect(offered).toEqual(ids.slice(0, 3))
  expect(leftOut).toMatchObject({ permanent: 2 })
})

test('retries each job in its place in the batch, at the price that was shown', async () => {
  const { batch, ids } = await failedBatch(3)
  const retries = openRetries()
  const offer = await retries.offer({ batch })
  expect(retries.retry({ ...offer, idempotencyKey: `${CLICK}1` })).toEqual({ jobs: 3, quoted: 3 * PRICE })
  expect(world.batches.list().batches).toMatchObject([
    { jobs: 3, unsent: 3, failed: 0, quoted: 3 * PRICE, reserved: 3 * PRICE },
  ])
  const queued = world.store.inStates(['queued'])
  expect(queued.map(({ replaces, batch }) => [replaces, batch])).toEqual(ids.map((id) => [id, batch]))
  expect(queued.map(({ label }) => label?.at)).toEqual([[0], [1], [2]])
})

test('retries once when the same click arrives twice', async () => {
  const { batch } = await failedBatch(2)
  const retries = openRetries()
  const click = { ...(await retries.offer({ batch })), idempotencyKey: `${CLICK}1` }
  expect(retries.retry(click)).toEqual(retries.retry(click))
  expect(world.store.countIn(['queued'])).toBe(2)
})

test('refuses another click for jobs that were already retried, and writes nothing', async () => {
  const { batch } = await failedBatch(2)
  const retries = openRetries()
  const offer = await retries.offer({ batch })
  retries.retry({ ids: offer.ids.slice(0, 1), total: PRICE, idempotencyKey: `${CLICK}1` })
  expect(await catchProblem(() => retries.retry({ ...offer, idempotencyKey: `${CLICK}2` }))).toMatchObject({
    code: 'job_wrong_state',
    money: 'not_charged',
  })
  expect(world.store.countIn(['queued'])).toBe(1)
})

test('refuses a job whose refund is no longer certain', async () => {
  const { batch, ids } = await failedBatch(1)
  const retries = openRetries()
  const offer = await retries.offer({ batch })
  end(ids[0] ?? '', 'failed', { money: 'refund_unconfirmed' })
  expect((await catchProblem(() => retries.retry({ ...offer, idempotencyKey: `${CLICK}1` })))?.code).toBe(
    'job_wrong_state',
  )
})

test('refuses a total that changed since it was shown, and a price that is no longer known', async () => {
  const { batch } = await failedBatch(2)
  const retries = openRetries()
  const click = { ...(await retries.offer({ batch })), idempotencyKey: `${CLICK}1` }
  prices = () => PRICE + 1
  expect(await catchProblem(() => retries.retry(click))).toMatchObject({
    code: 'price_changed',
    params: { shown: 2 * PRICE, price: 2 * PRICE + 2 },
  })
  prices = () => null
  expect((await catchProblem(() => retries.retry(click)))?.code).toBe('quote_outdated')
  expect(world.store.countIn(['queued'])).toBe(0)
})

test('requests unknown prices until the service gives none, and leaves out jobs without a price', async () => {
  const { batch, ids } = await failedBatch(4)
  areKnown = false
  prices = (job) => (job.id === ids[1] ? null : PRICE)
  const offer = await openRetries().offer({ batch })
  expect(requested).toEqual(ids.slice(0, 2))
  expect(offer).toMatchObject({ ids: [ids[0]], total: PRICE, leftOut: { unpriced: 3 } })
})

test('writes no job if together they exceed the limit of one click', async () => {
  const { batch } = await failedBatch(3)
  const retries = openRetries()
  const offer = await retries.offer({ batch })
  world.budgets.set({ scope: { kind: 'run' }, cap: 3 * PRICE - 1 })
  expect((await catchProblem(() => retries.retry({ ...offer, idempotencyKey: `${CLICK}1` })))?.code).toBe(
    'budget_full',
  )
  expect(world.store.countIn(['queued'])).toBe(0)
  world.budgets.set({ scope: { kind: 'run' }, cap: 3 * PRICE })
  expect(retries.retry({ ...offer, idempotencyKey: `${CLICK}1` }).jobs).toBe(3)
})

test('sums the jobs of several collections against the limits of the click', async () => {
  const { id: posters } = await world.collections.create({ name: 'Posters' })
  const { id: first } = await world.enqueue(1, { collection: posters })
  const { id: second } = await world.enqueue(1)
  const ids = [first, second].flatMap((batch) => world.page({ batch }).ids)
  for (const _ of ids) world.send()
  for (const id of ids) end(id, 'failed', { money: 'refunded' })
  world.budgets.set({ scope: { kind: 'run' }, cap: 2 * PRICE - 1 })
  const retries = openRetries()
  const offer = await retries.offer({ ids })
  expect((await catchProblem(() => retries.retry({ ...offer, idempotencyKey: `${CLICK}1` })))?.code).toBe(
    'budget_full',
  )
  expect(world.store.countIn(['queued'])).toBe(0)
})

test('retried jobs of a paused batch wait with it', async () => {
  const { batch } = await failedBatch(2)
  world.batches.pause(batch)
  const retries = openRetries()
  retries.retry({ ...(await retries.offer({ batch })), idempotencyKey: `${CLICK}1` })
  expect(world.next()).toBeNull()
  world.batches.resume(batch)
  expect(world.next()).not.toBeNull()
})
