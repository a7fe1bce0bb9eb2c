import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { QuoteAnswer } from '../../../../src-preload/contract/types/quote.ts'
import { PriceWatch, type PriceState } from './PriceWatch.ts'

const unavailable = (code: ProblemCode, params?: Record<string, number>): QuoteAnswer => ({
  state: 'unavailable',
  key: 'k',
  problem: { code, money: 'none', ...(params ? { params } : {}) },
})
const priced: QuoteAnswer = { state: 'priced', key: 'k', price: 7, quotedAt: 0, expiresAt: 9e15 }

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** Watches prices with the response of `service`, and records the time of each request in seconds. */
function watchPrices(service: { response: QuoteAnswer }) {
  const requestTimes: number[] = []
  const states: PriceState[] = []
  const watch = new PriceWatch<string>(
    {
      fetchPrice: async () => {
        requestTimes.push(Date.now() / 1000)
        return service.response
      },
      now: () => Date.now(),
      schedule: (run, ms) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      problemOf: () => ({ code: 'studio_lost', money: 'none' }),
    },
    (state) => states.push(state),
  )
  return { watch, requestTimes, states, service }
}

test('an unavailable price is requested again at increasing intervals', async () => {
  const { watch, requestTimes, states, service } = watchPrices({ response: unavailable('service_error') })
  watch.setDraft('a boat')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(requestTimes).toEqual([0, 5, 35, 95, 215, 455])
  service.response = priced
  await vi.advanceTimersByTimeAsync(900_000)
  expect(states.at(-1)).toMatchObject({ state: 'priced', price: 7 })
  expect(states.map(({ state }) => state)).not.toContain('outdated')
})

test('the reason stays visible while an unavailable price is requested again', async () => {
  const { watch, states } = watchPrices({ response: unavailable('service_error') })
  watch.setDraft('a boat')
  await vi.advanceTimersByTimeAsync(100_000)
  expect(states.slice(1).every(({ state }) => state === 'unavailable')).toBe(true)
})

test('a rate limit is waited out until the time the service stated', async () => {
  const { watch, requestTimes } = watchPrices({
    response: unavailable('service_rate_limited', { waitsUntil: 80_000 }),
  })
  watch.setDraft('a boat')
  await vi.advanceTimersByTimeAsync(79_999)
  expect(requestTimes).toEqual([0])
  await vi.advanceTimersByTimeAsync(1)
  expect(requestTimes).toEqual([0, 80])
})

test.each(['service_key_refused', 'key_missing', 'service_refused', 'service_not_found'] as const)(
  '%s is not retried automatically',
  async (code) => {
    const { watch, requestTimes } = watchPrices({ response: unavailable(code) })
    watch.setDraft('a boat')
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(requestTimes).toEqual([0])
  },
)

test('another form is requested immediately and restarts the back-off', async () => {
  const { watch, requestTimes } = watchPrices({ response: unavailable('service_error') })
  watch.setDraft('a boat')
  await vi.advanceTimersByTimeAsync(36_000)
  watch.setDraft('a ship')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(requestTimes).toEqual([0, 5, 35, 36, 41])
})
