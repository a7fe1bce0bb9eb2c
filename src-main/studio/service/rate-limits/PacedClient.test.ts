import { expect, test } from 'vitest'
import { respondWith, respondOk } from '../../jobs/engine/testEngine.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import type { Exchange } from '../client/Exchange.ts'
import { PacedClient } from './PacedClient.ts'
import { RateLimits, type RateLimitKey } from './RateLimits.ts'

const prices: RateLimitKey = { kind: 'price', connectionId: 'c' }

/** A paced client whose service returns these responses in turn, and then only successes. */
function openClient(...responses: Exchange[]) {
  const clock = fakeClock()
  const client = new PacedClient(new RateLimits(clock))
  const startedAt = clock.now()
  const sent: number[] = []
  const send = () =>
    client.exchange(
      prices,
      async () => {
        sent.push(clock.now() - startedAt)
        return responses.shift() ?? respondOk({})
      },
      (exchange) => exchange.kind === 'response' && exchange.status < 300,
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
