import { describe, expect, test } from 'vitest'
import { fakeClock } from '../../testing/fakeClock.ts'
import { type Outage, outages } from '../../testing/outages.ts'
import type { Exchange } from '../http/Exchange.ts'
import { PacedClient } from './PacedClient.ts'
import { PriceClient } from './PriceClient.ts'
import { RateLimits } from '../rate-limits/RateLimits.ts'

const minute = 60_000
const kinds = [...outages.uncertain, ...outages.certain, outages.notFound]
const priced: Exchange = {
  kind: 'response',
  status: 200,
  headers: {},
  text: '',
  json: { data: { price: 0.01 } },
}
const request = {
  path: 'price/txt2img',
  fallbackPath: 'txt2img/price',
  encoding: 'json',
  text: '{}',
} as const

/** A window that requests a price every ten seconds, and a service with an outage. */
function priceWorld(outage: Outage) {
  const clock = fakeClock()
  const limits = new RateLimits(clock)
  const paced = new PacedClient(limits)
  const state = { isOver: false, priceAt: 0 }
  const beganAt = clock.now()
  const times: number[] = []
  const client = new PriceClient({
    connections: {
      getAccess: async (connectionId) => ({ connectionId, address: 'https://service.example', key: 'key' }),
    },
    post: ({ connectionId }, _, __, isUnderstood) =>
      paced.exchange(
        { kind: 'price', connectionId },
        async () => {
          times.push(clock.now() - beganAt)
          return state.isOver ? priced : outages.response(outage, clock)
        },
        isUnderstood,
      ),
  })
  const fetchPrice = async (): Promise<void> => {
    const { exchange } = await client.fetchPrice('c', request)
    if (exchange === priced && state.priceAt === 0) state.priceAt = clock.now()
  }
  const fetchFor = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 10_000) {
      void fetchPrice()
      await clock.advance(10_000)
    }
  }
  return { clock, limits, state, times, fetchPrice, fetchFor }
}

describe.each(outages.lengths)('an outage of prices of $length', ({ ms }) => {
  test.each<Outage>(kinds)(
    'in which $name causes at most two requests per minute, and prices return without user action',
    async (outage) => {
      const { clock, state, times, fetchFor } = priceWorld(outage)
      await fetchFor(ms)
      expect(outages.fullestMinute(times)).toBeLessThanOrEqual(2)
      // If the path is not found, each try requests both paths.
      if (ms > 24 * 60 * minute) expect(outages.perQuarterHour(times, ms)).toBeLessThanOrEqual(2)
      state.isOver = true
      const overAt = clock.now()
      await fetchFor(20 * minute)
      expect(state.priceAt - overAt).toBeGreaterThanOrEqual(0)
      expect(state.priceAt - overAt).toBeLessThanOrEqual(16 * minute)
    },
  )
})

test('a retry by the user during an outage of prices sends one request immediately', async () => {
  const { clock, limits, times, fetchPrice, fetchFor } = priceWorld(kinds[0] ?? outages.notFound)
  await fetchFor(3 * 60 * minute)
  const before = times.length
  limits.allowRetry({ kind: 'price', connectionId: 'c' })
  for (let n = 0; n < 5; n++) void fetchPrice()
  await clock.advance(0)
  expect(times.length - before).toBe(1)
})
