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

/** Prices answered by `says`; when each was asked for. */
function watchPrices(says: { answer: QuoteAnswer }) {
  const asked: number[] = []
  const painted: PriceState[] = []
  const watch = new PriceWatch<string>(
    {
      ask: async () => {
        asked.push(Date.now() / 1000)
        return says.answer
      },
      now: () => Date.now(),
      later: (run, ms) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      problemOf: () => ({ code: 'studio_lost', money: 'none' }),
    },
    (state) => painted.push(state),
  )
  return { watch, asked, painted, says }
}

test('a price that was unavailable comes back by itself, asked for ever more seldom', async () => {
  const { watch, asked, painted, says } = watchPrices({ answer: unavailable('service_error') })
  watch.want('a boat')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toEqual([0, 5, 35, 95, 215, 455])
  says.answer = priced
  await vi.advanceTimersByTimeAsync(900_000)
  expect(painted.at(-1)).toMatchObject({ state: 'priced', price: 7 })
  expect(painted.map(({ state }) => state)).not.toContain('outdated')
})

test('while it is asked for again, why there is none stays on screen', async () => {
  const { watch, painted } = watchPrices({ answer: unavailable('service_error') })
  watch.want('a boat')
  await vi.advanceTimersByTimeAsync(100_000)
  expect(painted.slice(1).every(({ state }) => state === 'unavailable')).toBe(true)
})

test('a limit is sat out until the moment the service named', async () => {
  const { watch, asked } = watchPrices({
    answer: unavailable('service_rate_limited', { waitsUntil: 80_000 }),
  })
  watch.want('a boat')
  await vi.advanceTimersByTimeAsync(79_999)
  expect(asked).toEqual([0])
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toEqual([0, 80])
})

test.each(['service_key_refused', 'key_missing', 'service_refused', 'service_not_found'] as const)(
  '%s is not asked again by itself',
  async (code) => {
    const { watch, asked } = watchPrices({ answer: unavailable(code) })
    watch.want('a boat')
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(asked).toEqual([0])
  },
)

test('another form is asked for at once and begins again', async () => {
  const { watch, asked } = watchPrices({ answer: unavailable('service_error') })
  watch.want('a boat')
  await vi.advanceTimersByTimeAsync(36_000)
  watch.want('a ship')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toEqual([0, 5, 35, 36, 41])
})
