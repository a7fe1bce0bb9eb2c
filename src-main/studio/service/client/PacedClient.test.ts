import { expect, test } from 'vitest'
import { respondWith, respondOk } from '../../jobs/engine/testEngine.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import type { Exchange } from '../http/Exchange.ts'
import { PacedClient } from './PacedClient.ts'
import { RateLimits, type RateLimitKey } from '../rate-limits/RateLimits.ts'

const prices: RateLimitKey = { kind: 'price', connectionId: 'c' }

/** A paced client whose service returns these responses in turn, and then only successes. */
function openClient(...responses: Exchange[]) {
  const clock = fakeClock()
  const client = new PacedClient(new RateLimits(clock))
  const startedAt = clock.now()
  const sent: number[] = []
  const send = (cancelled?: AbortSignal) =>
    client.exchange(
      prices,
      async (signal) => {
        if (signal.aborted) return { kind: 'fault', sent: false, cause: 'aborted', detail: '' }
        sent.push(clock.now() - startedAt)
        return responses.shift() ?? respondOk({})
      },
      (exchange) => exchange.kind === 'response' && exchange.status < 300,
      cancelled,
    )
  return { clock, send, sent }
}

test('a request that has to wait for a few seconds is sent after that time', async () => {
  const { clock, send, sent } = openClient(respondOk({}), respondWith(429, { 'retry-after': '3' }))
  await send()
  await send()
  const third = send()
  await clock.advance(2999)
  expect(sent).toEqual([0, 0])
  await clock.advance(1)
  expect(sent).toEqual([0, 0, 3000])
  expect(await third).toMatchObject({ exchange: { status: 200 }, heldUntil: null })
})

test('a request that would have to wait longer is not sent and returns the last failure and the end of the wait', async () => {
  const { clock, send, sent } = openClient(respondOk({}), respondWith(429, { 'retry-after': '6' }))
  await send()
  await send()
  expect(await send()).toMatchObject({ exchange: { status: 429 }, heldUntil: clock.now() + 6000 })
  expect(sent).toEqual([0, 0])
})

test('requests whose files can’t be read delay no other request, and are not returned as the last failure', async () => {
  const unreadable: Exchange = { kind: 'fault', sent: false, cause: 'input', detail: 'ENOENT' }
  const limited = respondWith(429, { 'retry-after': '6' })
  const { send, sent } = openClient(
    respondOk({}),
    ...Array.from({ length: 5 }, () => unreadable),
    limited,
    unreadable,
  )
  for (let n = 0; n < 7; n++) await send()
  expect(sent).toEqual([0, 0, 0, 0, 0, 0, 0])
  expect(await send()).toMatchObject({ exchange: { status: 429 } })
})

test('a request that fails with an exception is no longer in flight', async () => {
  const clock = fakeClock()
  const limits = new RateLimits(clock)
  const client = new PacedClient(limits)
  const broken = client.exchange(
    prices,
    () => Promise.reject(new Error('the disk is full')),
    () => true,
  )
  await expect(broken).rejects.toThrow('the disk is full')
  expect(limits.getWait(prices)).toBe(0)
})

test('a request that is cancelled while it waits uses nothing of a stated limit', async () => {
  const stated = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' }
  const { clock, send, sent } = openClient(respondWith(200, stated))
  await send()
  const cancelled = new AbortController()
  const superseded = Array.from({ length: 3 }, () => send(cancelled.signal))
  cancelled.abort()
  const last = send()
  await clock.advance(1100)
  expect(sent).toHaveLength(2)
  for (const { exchange } of await Promise.all(superseded))
    expect(exchange).toMatchObject({ kind: 'fault', sent: false, cause: 'aborted' })
  expect(await last).toMatchObject({ exchange: { status: 200 } })
})
