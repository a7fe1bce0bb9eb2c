import { expect, test, vi } from 'vitest'
import type { QuoteAnswer } from '../../../../src-preload/contract/types/quote.ts'
import { PriceWatch, type PriceState } from './PriceWatch.ts'

function watchPrices() {
  vi.useFakeTimers({ now: 0 })
  const open: { draft: string; answer: (answer: QuoteAnswer) => void; fail: () => void }[] = []
  const painted: PriceState[] = []
  const watch = new PriceWatch<string>(
    {
      ask: (draft) =>
        new Promise((resolve, reject) =>
          open.push({ draft, answer: resolve, fail: () => reject(new Error('gone')) }),
        ),
      now: () => Date.now(),
      later: (run, ms) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      problemOf: () => ({ code: 'studio_lost', money: 'none' }),
    },
    (state) => painted.push(state),
  )
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { watch, open, painted, settle, last: () => painted.at(-1) }
}
const priced = (price: number, expiresAt = 600_000): QuoteAnswer => ({
  state: 'priced',
  key: `key-${price}`,
  price,
  quotedAt: 0,
  expiresAt,
})

test('a late answer for an earlier form is never painted', async () => {
  const { watch, open, painted, settle, last } = watchPrices()
  watch.want('512')
  watch.want('1024')
  open[1]?.answer(priced(2))
  await settle()
  open[0]?.answer(priced(1))
  await settle()
  expect(last()).toMatchObject({ state: 'priced', price: 2 })
  expect(painted.some((state) => state.state === 'priced' && state.price === 1)).toBe(false)
})

test('the old price does not outlive the moment an instant answer takes', async () => {
  const { watch, open, settle, last } = watchPrices()
  watch.want('a boat')
  expect(last()).toEqual({ state: 'pricing' })
  open[0]?.answer(priced(1))
  await settle()
  watch.want('a larger boat')
  expect(last()).toMatchObject({ price: 1 })
  await vi.advanceTimersByTimeAsync(60)
  expect(last()).toEqual({ state: 'pricing' })
})

test('an instant answer does not blink', async () => {
  const { watch, open, painted, settle } = watchPrices()
  watch.want('a')
  open[0]?.answer(priced(1))
  await settle()
  watch.want('ab')
  open[1]?.answer(priced(1))
  await vi.advanceTimersByTimeAsync(1000)
  expect(new Set(painted.slice(1).map((state) => state.state))).toEqual(new Set(['priced']))
})

test('a price of the form before the last edit is marked so, for no press to be bound to it', async () => {
  const { watch, open, settle, last } = watchPrices()
  watch.want('a')
  open[0]?.answer(priced(1))
  await settle()
  watch.want('ab')
  expect(last()).toMatchObject({ price: 1, asking: true })
  open[1]?.answer(priced(1))
  await settle()
  expect(last()).not.toHaveProperty('asking')
})

test('a form that cannot run has no price, not even one still on its way', async () => {
  const { watch, open, settle, last } = watchPrices()
  watch.want('512')
  watch.want(null)
  open[0]?.answer(priced(1))
  await settle()
  expect(last()).toEqual({ state: 'none' })
})

test('an expired price is said to be out of date while it is asked for again', async () => {
  const { watch, open, settle, last } = watchPrices()
  watch.want('512')
  open[0]?.answer(priced(1, 10_000))
  await settle()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(last()).toEqual({ state: 'outdated', price: 1 })
  open[1]?.answer(priced(3))
  await settle()
  expect(last()).toMatchObject({ state: 'priced', price: 3 })
})

test('a quote that is over at once is not asked for in a loop', async () => {
  const { watch, open, settle } = watchPrices()
  watch.want('512')
  open[0]?.answer(priced(1, 0))
  await settle()
  await vi.advanceTimersByTimeAsync(4_900)
  expect(open).toHaveLength(1)
})

test('no answer at all is “unavailable” with the reason', async () => {
  const { watch, open, settle, last } = watchPrices()
  watch.want('512')
  open[0]?.fail()
  await settle()
  expect(last()).toMatchObject({ state: 'unavailable', problem: { code: 'studio_lost' } })
})

test('a question overtaken from elsewhere is put again', async () => {
  const { watch, open, settle, last } = watchPrices()
  watch.want('512')
  open[0]?.answer({ state: 'superseded' })
  await settle()
  await vi.advanceTimersByTimeAsync(400)
  expect(open.map((question) => question.draft)).toEqual(['512', '512'])
  open[1]?.answer(priced(2))
  await settle()
  expect(last()).toMatchObject({ price: 2 })
})
