import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import type { QuoteResult } from '../../../../src-preload/contract/types/quote.ts'
import { PriceWatch, type PriceState } from './usePrice.ts'

describe('PriceWatch', () => {
  function watchPrices() {
    vi.useFakeTimers({ now: 0 })
    const requests: { draft: string; respond: (result: QuoteResult) => void; fail: () => void }[] = []
    const states: PriceState[] = []
    const watch = new PriceWatch<string>(
      {
        fetchPrice: (draft) =>
          new Promise((resolve, reject) =>
            requests.push({ draft, respond: resolve, fail: () => reject(new Error('gone')) }),
          ),
        now: () => Date.now(),
        schedule: (run, ms) => {
          const timer = setTimeout(run, ms)
          return () => clearTimeout(timer)
        },
        problemOf: () => ({ code: 'studio_lost', money: 'none' }),
      },
      (state) => states.push(state),
    )
    const flush = () => vi.advanceTimersByTimeAsync(0)
    return { watch, requests, states, flush, last: () => states.at(-1) }
  }
  const priced = (price: number): QuoteResult => ({
    state: 'priced',
    key: `key-${price}`,
    price,
    quotedAt: Date.now(),
  })

  test('a late response for an earlier form is never shown', async () => {
    const { watch, requests, states, flush, last } = watchPrices()
    watch.setDraft('512')
    watch.setDraft('1024')
    requests[1]?.respond(priced(2))
    await flush()
    requests[0]?.respond(priced(1))
    await flush()
    expect(last()).toMatchObject({ state: 'priced', price: 2 })
    expect(states.some((state) => state.state === 'priced' && state.price === 1)).toBe(false)
  })

  test('the old price is hidden if the response isn’t instant', async () => {
    const { watch, requests, flush, last } = watchPrices()
    watch.setDraft('a boat')
    expect(last()).toEqual({ state: 'pricing' })
    requests[0]?.respond(priced(1))
    await flush()
    watch.setDraft('a larger boat')
    expect(last()).toMatchObject({ price: 1 })
    await vi.advanceTimersByTimeAsync(60)
    expect(last()).toEqual({ state: 'pricing' })
  })

  test('an instant response causes no flicker', async () => {
    const { watch, requests, states, flush } = watchPrices()
    watch.setDraft('a')
    requests[0]?.respond(priced(1))
    await flush()
    watch.setDraft('ab')
    requests[1]?.respond(priced(1))
    await vi.advanceTimersByTimeAsync(1000)
    expect(new Set(states.slice(1).map((state) => state.state))).toEqual(new Set(['priced']))
  })

  test('a price from before the last edit is marked as stale, so that no click is bound to it', async () => {
    const { watch, requests, flush, last } = watchPrices()
    watch.setDraft('a')
    requests[0]?.respond(priced(1))
    await flush()
    watch.setDraft('ab')
    expect(last()).toMatchObject({ price: 1, isStale: true })
    requests[1]?.respond(priced(1))
    await flush()
    expect(last()).not.toHaveProperty('isStale')
  })

  test('a form that can’t run has no price, even if a response arrives later', async () => {
    const { watch, requests, flush, last } = watchPrices()
    watch.setDraft('512')
    watch.setDraft(null)
    requests[0]?.respond(priced(1))
    await flush()
    expect(last()).toEqual({ state: 'none' })
  })

  /** A watch whose price was received `age` milliseconds ago. */
  async function pricedFor(age: number) {
    const world = watchPrices()
    world.watch.setDraft('512')
    world.requests[0]?.respond(priced(1))
    await vi.advanceTimersByTimeAsync(age)
    return world
  }

  test('a price is requested again only when the user may be about to click, and stays until then', async () => {
    const { watch, requests, flush, last } = await pricedFor(3_600_000)
    expect(requests).toHaveLength(1)
    watch.refresh()
    watch.refresh()
    expect(requests).toHaveLength(2)
    expect(last()).toMatchObject({ state: 'priced', price: 1 })
    expect(last()).not.toHaveProperty('isStale')
    requests[1]?.respond(priced(3))
    await flush()
    expect(last()).toMatchObject({ state: 'priced', price: 3 })
    watch.refresh()
    expect(requests).toHaveLength(2)
  })

  test.each([
    ['a minute old', 60_000, 1],
    ['older', 60_001, 2],
  ])('a price that is %s has %i ms and %i requests', async (_, age, count) => {
    const { watch, requests } = await pricedFor(age)
    watch.refresh()
    expect(requests).toHaveLength(count)
  })

  test('an edit during a refresh shows only the price of the edited form', async () => {
    const { watch, requests, flush, last } = await pricedFor(61_000)
    watch.refresh()
    watch.setDraft('1024')
    requests[2]?.respond(priced(4))
    await flush()
    requests[1]?.respond(priced(2))
    await flush()
    expect(last()).toMatchObject({ price: 4 })
  })

  test('a failed request makes the price unavailable, with the reason', async () => {
    const { watch, requests, flush, last } = watchPrices()
    watch.setDraft('512')
    requests[0]?.fail()
    await flush()
    expect(last()).toMatchObject({ state: 'unavailable', problem: { code: 'studio_lost' } })
  })

  test('a closed watch requests no price until it gets another draft', async () => {
    const { watch, requests, flush, last } = watchPrices()
    watch.setDraft('512')
    requests[0]?.respond(priced(1))
    await flush()
    watch.close()
    watch.refetch()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(requests).toHaveLength(1)
    watch.setDraft('512')
    requests[1]?.respond(priced(2))
    await flush()
    expect(last()).toMatchObject({ state: 'priced', price: 2 })
  })

  test('a superseded request is sent again', async () => {
    const { watch, requests, flush, last } = watchPrices()
    watch.setDraft('512')
    requests[0]?.respond({ state: 'superseded' })
    await flush()
    await vi.advanceTimersByTimeAsync(400)
    expect(requests.map((request) => request.draft)).toEqual(['512', '512'])
    requests[1]?.respond(priced(2))
    await flush()
    expect(last()).toMatchObject({ price: 2 })
  })
})

describe('retries of PriceWatch', () => {
  const unavailable = (code: ProblemCode, retryAt?: number): QuoteResult => ({
    state: 'unavailable',
    key: 'k',
    problem: makeProblem(code, { retryAt }),
  })
  const priced: QuoteResult = { state: 'priced', key: 'k', price: 7, quotedAt: 0 }

  beforeEach(() => void vi.useFakeTimers({ now: 0 }))
  afterEach(() => void vi.useRealTimers())

  /** Watches prices with the response of `service`, and records the time of each request in seconds. */
  function watchPrices(service: { response: QuoteResult }) {
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
  })

  test('the reason stays visible while an unavailable price is requested again', async () => {
    const { watch, states } = watchPrices({ response: unavailable('service_error') })
    watch.setDraft('a boat')
    await vi.advanceTimersByTimeAsync(100_000)
    expect(states.slice(1).every(({ state }) => state === 'unavailable')).toBe(true)
  })

  test('a price that hit a rate limit is requested again at the time the service stated', async () => {
    const { watch, requestTimes } = watchPrices({
      response: unavailable('service_rate_limited', 80_000),
    })
    watch.setDraft('a boat')
    await vi.advanceTimersByTimeAsync(79_999)
    expect(requestTimes).toEqual([0])
    await vi.advanceTimersByTimeAsync(1)
    expect(requestTimes).toEqual([0, 80])
  })

  test('an old price that a limit keeps from being renewed stays, and is renewed once the limit ends', async () => {
    const { problem } = { problem: makeProblem('service_rate_limited', { retryAt: 80_000 }) }
    const { watch, requestTimes, states } = watchPrices({ response: { ...priced, problem } })
    watch.setDraft('a boat')
    await vi.advanceTimersByTimeAsync(79_999)
    expect([requestTimes, states.at(-1)]).toEqual([[0], { ...priced, problem }])
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

  test('the price of another form is requested immediately, and the back-off restarts', async () => {
    const { watch, requestTimes } = watchPrices({ response: unavailable('service_error') })
    watch.setDraft('a boat')
    await vi.advanceTimersByTimeAsync(36_000)
    watch.setDraft('a ship')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(requestTimes).toEqual([0, 5, 35, 36, 41])
  })
})
