import { expect, test } from 'vitest'
import type { Plan } from '../../../../src-preload/contract/types/batch.ts'
import type { QuoteResponse } from '../../money/quotes/QuoteService.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { Previews } from './Previews.ts'
import { readTable } from './readTable.ts'
import { plainPlan, formsWithDefaults } from './testing.ts'

const PRICE = 7
const limited: QuoteResponse = {
  state: 'unavailable',
  key: '',
  problem: { code: 'service_rate_limited', money: 'none', retryAt: 2 ** 50 },
}

const priced = (key: string): QuoteResponse => ({ state: 'priced', key, price: PRICE, quotedAt: 0 })
const SIX = { axes: [{ field: 'steps', values: [1, 2, 3, 4, 5, 6] }] }

function setUp(
  respond: (key: string, requests: number) => QuoteResponse,
  remaining: (requests: number) => number | null = () => null,
) {
  const clock = fakeClock()
  const requests: string[] = []
  let ids = 0
  const previews = new Previews({
    readTable: async ({ text, format }) => readTable(text, format),
    drafts: { formsOf: () => formsWithDefaults({ steps: 4 }, { min_steps: 1, max_steps: 10 }) },
    quotes: {
      find: () => null,
      isRefused: () => false,
      price: async ({ key }) => {
        const response = respond(key, requests.push(key))
        return response.state === 'priced' ? { ...response, quotedAt: clock.now() } : response
      },
    },
    store: {
      findIdenticalJob: () => null,
      hashRequest: (job) => JSON.stringify(job.request),
      newestSeq: () => 0,
    },
    library: { hasFile: () => true },
    limits: {
      getDailyQuota: () => {
        const left = remaining(requests.length)
        // With a limit of 0, none of these requests is reserved for single prices.
        return left === null ? null : { limit: 0, left, until: null }
      },
    },
    uuid: () => `preview-${ids++}`,
    random: Math.random,
    clock,
  })
  const preview = (plan: Partial<Plan>) =>
    previews.preview({
      operation: 'txt2img',
      model: 'test-model',
      values: { prompt: 'a' },
      plan: { ...plainPlan, ...plan },
    })
  const enqueue = (id: string, total: number, unpriced = false) =>
    previews.prepareJobs({ preview: id, idempotencyKey: '', name: '', skip: [], total, unpriced, cap: null })
  return { clock, requests, previews, preview, enqueue }
}

test('requests each distinct price once, as announced, and sums the exact total', async () => {
  const { requests, previews, preview, enqueue } = setUp(priced)
  const { id, pricesToRequest, unpriced } = await preview({
    count: 500,
    axes: [{ field: 'steps', values: [4, 8] }],
  })
  expect([pricesToRequest, unpriced, requests.length]).toEqual([2, 1000, 0])
  const shown = await previews.price({ preview: id, limit: 100 })
  expect(shown).toMatchObject({ count: 1000, total: 1000 * PRICE, unpriced: 0, pricesToRequest: 0 })
  expect(shown.rows).toHaveLength(500)
  await previews.price({ preview: id, limit: 100 })
  expect(requests).toHaveLength(2)
  const { preparedJobs } = enqueue(id, shown.total)
  expect(preparedJobs).toHaveLength(1000)
  expect(new Set(preparedJobs.map(({ seed }) => seed)).size).toBeGreaterThan(990)
})

test('shows invalid rows with their issues, and neither prices nor enqueues them', async () => {
  const { requests, preview, enqueue, previews } = setUp(priced)
  const steps = [4, ...Array.from({ length: 600 }, () => 99)]
  const { id, invalidRows, rows } = await preview({ axes: [{ field: 'steps', values: steps }] })
  expect(invalidRows).toBe(600)
  expect(rows.filter(({ issues }) => issues.length > 0)).toHaveLength(600)
  expect(rows[1]?.issues).toMatchObject([{ field: 'steps', code: 'too_large' }])
  const { total } = await previews.price({ preview: id, limit: 10 })
  expect(total).toBe(PRICE)
  expect(requests).toHaveLength(1)
  expect(enqueue(id, total).preparedJobs).toHaveLength(1)
})

test('shows the first row with a price problem even if it is not among the first rows', async () => {
  let firstKey = ''
  const { previews, preview } = setUp((key) => {
    firstKey ||= key
    return key === firstKey
      ? priced(key)
      : { state: 'unavailable', key, problem: { code: 'service_key_refused', money: 'none' } }
  })
  const { id } = await preview({ count: 500, axes: [{ field: 'steps', values: [4, 8] }] })
  const { rows } = await previews.price({ preview: id, limit: 100 })
  expect(rows.filter(({ problem }) => problem !== null).map(({ index }) => index)).toEqual([500])
})

test('shows a missing model as a row with an issue', async () => {
  const { preview } = setUp(priced)
  const { rows } = await preview({ axes: [{ field: 'model', values: ['test-model', 'gone'] }] })
  expect(rows.map(({ issues }) => issues.length)).toEqual([0, 1])
})

test('stops requesting prices when the service limits requests', async () => {
  const { requests, previews, preview } = setUp((key, n) => (n > 2 ? limited : priced(key)))
  const { id, pricesToRequest } = await preview({
    axes: [{ field: 'steps', values: [1, 2, 3, 4, 5, 6, 7, 8] }],
  })
  expect(pricesToRequest).toBe(8)
  const shown = await previews.price({ preview: id, limit: 100 })
  expect(shown.waitsUntil).toBe(2 ** 50)
  expect(shown.unpriced).toBe(6)
  await previews.price({ preview: id, limit: 100 })
  expect(requests).toHaveLength(3)
})

test('enqueues nothing at a different total, with unconfirmed unpriced rows, or at an outdated price', async () => {
  const { clock, previews, preview, enqueue } = setUp(priced)
  const { id } = await preview({ count: 2 })
  expect(() => enqueue(id, 0)).toThrow('batch_unpriced')
  expect(enqueue(id, 0, true).preparedJobs).toHaveLength(2)
  const { total } = await previews.price({ preview: id, limit: 1 })
  expect(() => enqueue(id, total - 1)).toThrow('price_changed')
  await clock.advance(120_001)
  expect(() => enqueue(id, total)).toThrow('quote_outdated')
  expect(() => enqueue('another', total)).toThrow('batch_preview_gone')
})

test('prices that took minutes to request may be clicked for as long again, and two minutes more', async () => {
  const { clock, previews, preview, enqueue } = setUp(priced)
  const { id } = await preview(SIX)
  const price = async () => {
    const { total } = await previews.price({ preview: id, limit: 1 })
    await clock.advance(4000)
    return total
  }
  for (let n = 0; n < 5; n++) await price()
  const total = await price()
  await clock.advance(120_000 - 4000)
  expect(enqueue(id, total).preparedJobs).toHaveLength(6)
  await clock.advance(4001)
  expect(() => enqueue(id, total)).toThrow('quote_outdated')
})

test('requests prices again that are not recent, once for each price key', async () => {
  const { clock, requests, previews, preview, enqueue } = setUp(priced)
  const { id } = await preview({ ...SIX, count: 2 })
  await previews.price({ preview: id, limit: 100 })
  await clock.advance(30_000)
  expect(await previews.price({ preview: id, limit: 100, refresh: true })).toMatchObject({ unpriced: 0 })
  expect(requests).toHaveLength(6)
  await clock.advance(120_000)
  const { total, unpriced } = await previews.price({ preview: id, limit: 100, refresh: true })
  expect([requests.length, unpriced]).toEqual([12, 0])
  expect(enqueue(id, total).preparedJobs).toHaveLength(12)
})

test('keeps earlier prices when few requests remain, and lets them be clicked', async () => {
  const quota = { left: 6 }
  const { clock, requests, previews, preview, enqueue } = setUp(priced, () => quota.left)
  const { id } = await preview(SIX)
  await previews.price({ preview: id, limit: 100 })
  quota.left = 0
  await clock.advance(300_000)
  const { total, unpriced } = await previews.price({ preview: id, limit: 100, refresh: true })
  expect([requests.length, unpriced]).toEqual([6, 0])
  expect(enqueue(id, total).preparedJobs).toHaveLength(6)
})

test('enqueues nothing from a preview with prices of a previous account of the connection', async () => {
  const { previews, preview, enqueue } = setUp(priced)
  const { id } = await preview({})
  const { total } = await previews.price({ preview: id, limit: 1 })
  previews.forget('another')
  expect(enqueue(id, total).preparedJobs).toHaveLength(1)
  previews.forget('c')
  expect(() => enqueue(id, total)).toThrow('batch_preview_gone')
})

test('previews prices without a prompt, reports rows without a price, and enqueues none of them', async () => {
  const { requests, previews, enqueue } = setUp(priced)
  const plan = { ...plainPlan, axes: [{ field: 'steps', values: [4, 8, 99] }] }
  const about = { operation: 'txt2img', model: 'test-model', values: {}, plan }
  expect(await previews.preview(about)).toMatchObject({ invalidRows: 3, pricesToRequest: 0 })
  const { id, pricesToRequest } = await previews.preview({ ...about, only: 'prices' })
  expect(pricesToRequest).toBe(2)
  const { rows } = await previews.price({ preview: id, limit: 100 })
  expect(rows.map(({ price, issues }) => [price, issues.map(({ field }) => field)])).toEqual([
    [PRICE, []],
    [PRICE, []],
    [null, ['steps']],
  ])
  expect(requests).toHaveLength(2)
  expect(() => enqueue(id, 2 * PRICE)).toThrow('batch_empty')
})

test('requests only as many prices as the daily quota allows, and the others on the next day', async () => {
  const quota = { left: 4 }
  const { requests, previews, preview, clock } = setUp(priced, (count) => Math.max(0, quota.left - count))
  const { id, warnings } = await preview(SIX)
  expect(warnings).toEqual([{ code: 'price_quota', params: { left: 4, calls: 6 } }])
  const waits = await previews.price({ preview: id, limit: 100 })
  expect(requests).toHaveLength(4)
  expect(waits).toMatchObject({ unpriced: 2, pricesToRequest: 2, waitsUntil: Date.UTC(2026, 0, 2) })
  quota.left = 200
  await clock.advance(12 * 3_600_000)
  expect(await previews.price({ preview: id, limit: 100 })).toMatchObject({ unpriced: 0, waitsUntil: null })
})

test('requests postponed prices again when the service allows it', async () => {
  const until = fakeClock().now() + 60_000
  const problem = { code: 'service_rate_limited', money: 'none', retryAt: until } as const
  const busy: QuoteResponse = { state: 'unavailable', key: '', problem }
  const { previews, preview, clock } = setUp((key, count) => (count > 3 && count <= 6 ? busy : priced(key)))
  const { id } = await preview(SIX)
  expect(await previews.price({ preview: id, limit: 100 })).toMatchObject({ unpriced: 3, waitsUntil: until })
  await clock.advance(60_000)
  expect(await previews.price({ preview: id, limit: 100 })).toMatchObject({ unpriced: 0, pricesToRequest: 0 })
})

test('prices that another request of the same preview superseded can be requested again', async () => {
  const { previews, preview } = setUp((key, count) => (count === 1 ? { state: 'superseded' } : priced(key)))
  const { id } = await preview(SIX)
  expect(await previews.price({ preview: id, limit: 100 })).toMatchObject({ unpriced: 1, pricesToRequest: 1 })
  expect(await previews.price({ preview: id, limit: 100 })).toMatchObject({ unpriced: 0, pricesToRequest: 0 })
})
