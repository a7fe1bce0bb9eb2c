import { expect, test } from 'vitest'
import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { quoteRequest, quoteWorld } from '../../testing/worlds/quoteWorld.ts'

const MINUTE = 60_000
const problem = (code: ProblemCode): Problem => makeProblem(code)

/** A service with a price of 7 for `a`, requested `age` milliseconds ago. */
async function knownFor(age: number) {
  const world = quoteWorld()
  void world.quotes.price(quoteRequest('a', { kind: 'choice' }))
  world.calls[0]?.reply({ price: 7 })
  await world.clock.advance(age)
  return world
}

test.each(['after a restart', 'without one'])('requests a price again after a minute, %s', async (when) => {
  const { quotes, openService, clock, calls } = await knownFor(MINUTE + 1)
  const service = when === 'after a restart' ? openService() : quotes
  // Another draft, for example one with another prompt, has the same price key.
  const second = service.price(quoteRequest('a', { kind: 'choice', draftId: 'another' }))
  calls[1]?.reply({ price: 8 })
  expect(await second).toEqual({ state: 'priced', key: 'c1/a', price: 8, quotedAt: clock.now() })
})

test('a click may use a price for two minutes, and a waiting job for a quarter of an hour, also after a restart', async () => {
  const { quotes, openService, clock } = await knownFor(2 * MINUTE)
  const services = [quotes, openService()]
  const find = (use: 'click' | 'send') => services.map((one) => one.find('c1', 'c1/a', use)?.price)
  expect([find('click'), find('send')]).toEqual([
    [7, 7],
    [7, 7],
  ])
  await clock.advance(1)
  expect(find('click')).toEqual([undefined, undefined])
  await clock.advance(13 * MINUTE - 1)
  expect(find('send')).toEqual([7, 7])
  await clock.advance(1)
  expect(find('send')).toEqual([undefined, undefined])
})

test.each([
  ['a limit per minute', () => ({ problem: problem(serviceErrors.rateLimited), waitsUntil: null })],
  ['a limit per day', () => ({ problem: problem(serviceErrors.pricesUsedUp), waitsUntil: null })],
])(
  'while %s is used up, a price may be clicked for a quarter of an hour with the reason',
  async (_, failure) => {
    const { quotes, clock, calls } = await knownFor(5 * MINUTE)
    const refused = quotes.price(quoteRequest('a', { kind: 'choice' }))
    calls[1]?.reply(failure())
    const quotedAt = clock.now() - 5 * MINUTE
    const { code } = failure().problem
    expect(await refused).toMatchObject({ state: 'priced', price: 7, quotedAt, problem: { code } })
    expect(quotes.find('c1', 'c1/a')).toEqual({ price: 7, quotedAt })
    await clock.advance(10 * MINUTE + 1)
    const later = quotes.price(quoteRequest('a', { kind: 'choice' }))
    calls[2]?.reply(failure())
    expect(await later).toMatchObject({
      state: 'unavailable',
      problem: { code },
      last: { price: 7, quotedAt },
    })
    expect(quotes.find('c1', 'c1/a')).toBeNull()
  },
)

test('a price between one and two minutes old may be clicked if a new one fails, an older one may not', async () => {
  const { quotes, clock, calls } = await knownFor(MINUTE + 1)
  const first = quotes.price(quoteRequest('a', { kind: 'choice' }))
  calls[1]?.reply({ problem: problem(serviceErrors.unreachable) })
  expect(await first).toMatchObject({ state: 'priced', price: 7, problem: { code: 'service_unreachable' } })
  await clock.advance(MINUTE)
  const second = quotes.price(quoteRequest('a', { kind: 'choice' }))
  calls[2]?.reply({ problem: problem(serviceErrors.unreachable) })
  expect(await second).toEqual({
    state: 'unavailable',
    key: 'c1/a',
    problem: problem(serviceErrors.unreachable),
  })
})
