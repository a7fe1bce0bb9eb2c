import { expect, test } from 'vitest'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { BatchPrices } from './BatchPrices.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import type { QuotedJob } from './Requoter.ts'

interface Row extends QuotedJob {
  kind: string
}

/** Three jobs of two kinds, quoted 10 each, and one without a price. */
function setUp() {
  const row = (id: string, kind: string, price: number | null): Row => ({
    id,
    kind,
    price,
    batch: 'b',
    connection: { id: 'c' },
    quotedAt: 1,
    account: 0,
  })
  const clock = fakeClock()
  const jobs = [row('1', 'a', 10), row('2', 'b', 10), row('3', 'a', 10), row('4', 'a', null)]
  const known = new Map<string, number>()
  const service = new Map<string, number | 'gone'>([
    ['a', 15],
    ['b', 9],
  ])
  const requested: string[] = []
  const bound: string[] = []
  const checked: number[] = []
  const prices = new BatchPrices<Row>({
    database: { transaction: (work) => work() },
    jobs: { find: (id) => jobs.find((job) => job.id === id) ?? null },
    order: { unsent: () => jobs },
    prices: {
      priceOf: async ({ kind }) => {
        requested.push(kind)
        const price = service.get(kind)
        if (price === 'gone') throw new StudioError({ code: 'model_gone', money: 'none' })
        if (price === undefined)
          return { state: 'unavailable', key: kind, problem: { code: 'service_unreachable', money: 'none' } }
        known.set(kind, price)
        return { state: 'priced', key: kind, price, quotedAt: clock.now() }
      },
      knownPriceOf: ({ kind }) => {
        const price = known.get(kind)
        return price === undefined ? null : { price, quotedAt: clock.now() }
      },
    },
    quotes: { isRefused: () => false },
    clock,
    requoter: { accept: ({ id }, { price }) => void bound.push(`${id} at ${price}`) },
    batches: { checkPriceIncrease: (_, more) => void checked.push(more) },
  })
  return { prices, known, service, requested, bound, checked }
}

test('requests each price once and binds the jobs to the shown total', async () => {
  const { prices, requested, bound, checked } = setUp()
  expect(await prices.requestPrices('b')).toEqual({ jobs: 3, total: 39, unpriced: 0 })
  expect(requested).toEqual(['a', 'b'])
  prices.accept('b', 39)
  expect(bound).toEqual(['1 at 15', '2 at 9', '3 at 15'])
  expect(checked).toEqual([9])
})

test('binds nothing if the total changed, and reports the new one', async () => {
  const { prices, known, bound } = setUp()
  await prices.requestPrices('b')
  known.set('b', 11)
  const problem = { code: 'price_changed', money: 'not_charged', params: { shown: 39, price: 41 } }
  expect(() => prices.accept('b', 39)).toThrow(expect.objectContaining({ problem }))
  expect(bound).toEqual([])
})

test.each([
  ['the service gives no price', undefined],
  ['a model is gone', 'gone' as const],
])('nothing is bound while %s', async (_, response) => {
  const { prices, service, bound } = setUp()
  if (response) service.set('b', response)
  else service.delete('b')
  expect(await prices.requestPrices('b')).toEqual({ jobs: 3, total: 30, unpriced: 1 })
  expect(() => prices.accept('b', 30)).toThrow('batch_unpriced')
  expect(bound).toEqual([])
})
