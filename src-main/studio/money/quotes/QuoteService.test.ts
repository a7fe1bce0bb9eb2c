import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import { expect, test } from 'vitest'
import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { simulatePrices } from '../../testing/simulatePrices.ts'
import { quoteRequest, quoteWorld } from '../../testing/worlds/quoteWorld.ts'

const MINUTE = 60_000
const problem = (code: ProblemCode): Problem => makeProblem(code)

test('requests a price after a pause in typing, but at once for a choice', async () => {
  const { quotes, clock, calls } = quoteWorld()
  void quotes.price(quoteRequest('a'))
  await clock.advance(119)
  expect(calls).toHaveLength(0)
  await clock.advance(1)
  expect(calls.map(({ name }) => name)).toEqual(['a'])
  void quotes.price(quoteRequest('b', { draftId: 'other', kind: 'choice' }))
  expect(calls.map(({ name }) => name)).toEqual(['a', 'b'])
})

test('a choice ends the pause of the same price requested while typing', async () => {
  const { quotes, calls } = quoteWorld()
  void quotes.price(quoteRequest('a'))
  expect(calls).toHaveLength(0)
  const chosen = quotes.price(quoteRequest('a', { kind: 'choice' }))
  expect(calls.map(({ name }) => name)).toEqual(['a'])
  calls[0]?.reply({ price: 7 })
  expect(await chosen).toMatchObject({ state: 'priced', price: 7 })
})

test('returns a price with its time, and for a minute without another call', async () => {
  const { quotes, clock, calls } = quoteWorld()
  const first = quotes.price(quoteRequest('a', { kind: 'choice' }))
  await clock.advance(200)
  calls[0]?.reply({ price: 4_213_000 })
  const quotedAt = clock.now()
  const priced = {
    state: 'priced',
    key: 'c1/a',
    price: 4_213_000,
    quotedAt,
  }
  expect(await first).toEqual(priced)
  await clock.advance(MINUTE)
  expect(await quotes.price(quoteRequest('a', { draftId: 'another' }))).toEqual(priced)
  expect(quotes.find('c1', 'c1/a')).toEqual({ price: 4_213_000, quotedAt })
  expect(calls).toHaveLength(1)
})

test('knows earlier prices after a restart', async () => {
  const { quotes, openService, clock, calls } = quoteWorld()
  const first = quotes.price(quoteRequest('a', { kind: 'choice' }))
  calls[0]?.reply({ price: 7 })
  const response = await first
  await clock.advance(MINUTE)
  const again = openService()
  expect(await again.price(quoteRequest('a'))).toEqual(response)
  expect(again.find('c1', 'c1/a')?.price).toBe(7)
})

test('responds to a superseded request at once and aborts its call', async () => {
  const { quotes, clock, calls } = quoteWorld()
  const first = quotes.price(quoteRequest('a', { kind: 'choice' }))
  const second = quotes.price(quoteRequest('b'))
  expect(await first).toEqual({ state: 'superseded' })
  expect(calls[0]?.signal.aborted).toBe(true)
  calls[0]?.reply({ price: 1 })
  await clock.advance(500)
  expect(quotes.find('c1', 'c1/a')).toBeNull()
  calls[1]?.reply({ price: 2 })
  expect(await second).toMatchObject({ state: 'priced', key: 'c1/b', price: 2 })
})

test('continues a call while another draft waits for it', async () => {
  const { quotes, clock, calls } = quoteWorld()
  const first = quotes.price(quoteRequest('a', { draftId: 'one', kind: 'choice' }))
  const second = quotes.price(quoteRequest('a', { draftId: 'two' }))
  void quotes.price(quoteRequest('b', { draftId: 'one' }))
  expect(await first).toEqual({ state: 'superseded' })
  expect(calls[0]?.signal.aborted).toBe(false)
  calls[0]?.reply({ price: 5 })
  expect(await second).toMatchObject({ state: 'priced', price: 5 })
  await clock.advance(500)
  expect(calls.map(({ name }) => name)).toEqual(['a', 'b'])
})

test.each([10, 60, 119, 130, 180, 499])(
  'makes at most 2 calls for a burst of 20 edits %i ms apart',
  async (gap) => {
    for (const kind of ['typing', 'choice'] as const) {
      const { quotes, clock, calls } = quoteWorld()
      let last = quotes.price(quoteRequest('0', { kind }))
      for (let edit = 1; edit < 20; edit++) {
        await clock.advance(gap)
        for (const call of calls) call.reply({ price: Number(call.name) })
        last = quotes.price(quoteRequest(String(edit), { kind }))
      }
      await clock.advance(500)
      for (const call of calls) call.reply({ price: Number(call.name) })
      expect(await last).toMatchObject({ state: 'priced', price: 19 })
      expect(calls.length).toBeLessThanOrEqual(2)
    }
  },
)

test('requests the last edit of a fast burst after one pause', async () => {
  const { quotes, clock, calls } = quoteWorld()
  for (let edit = 0; edit < 20; edit++) {
    void quotes.price(quoteRequest(String(edit)))
    await clock.advance(50)
  }
  await clock.advance(70)
  expect(calls.map(({ name }) => name)).toEqual(['19'])
})

test('requests the first and the last edit of a slow burst, and none between', async () => {
  const { quotes, clock, calls } = quoteWorld()
  for (let edit = 0; edit < 20; edit++) {
    void quotes.price(quoteRequest(String(edit)))
    await clock.advance(400)
  }
  await clock.advance(1000)
  expect(calls.map(({ name }) => name)).toEqual(['0', '19'])
})

test('neither calls nor delays a call for edits that do not affect the price', async () => {
  const { quotes, clock, calls } = quoteWorld()
  let last = quotes.price(quoteRequest('a'))
  for (let edit = 0; edit < 20; edit++) {
    await clock.advance(50)
    const next = quotes.price(quoteRequest('a'))
    expect(await Promise.race([last, Promise.resolve('open')])).toEqual({ state: 'superseded' })
    last = next
  }
  expect(calls).toHaveLength(1)
  calls[0]?.reply({ price: 3 })
  expect(await last).toMatchObject({ state: 'priced', price: 3 })
  for (let edit = 0; edit < 20; edit++) await quotes.price(quoteRequest('a'))
  expect(calls).toHaveLength(1)
})

test('returns a known price at once and aborts the running call', async () => {
  const { quotes, clock, calls } = quoteWorld()
  void quotes.price(quoteRequest('a', { kind: 'choice' }))
  calls[0]?.reply({ price: 3 })
  await clock.advance(1000)
  const away = quotes.price(quoteRequest('b'))
  expect(await quotes.price(quoteRequest('a'))).toMatchObject({ state: 'priced', price: 3 })
  expect(await away).toEqual({ state: 'superseded' })
  await clock.advance(1000)
  expect(calls).toHaveLength(1)
})

test('keeps an error for a few seconds and then requests the price again', async () => {
  const { quotes, clock, calls } = quoteWorld()
  const first = quotes.price(quoteRequest('a', { kind: 'choice' }))
  calls[0]?.reply({ problem: problem(serviceErrors.unreachable) })
  const unavailable = { state: 'unavailable', key: 'c1/a', problem: problem(serviceErrors.unreachable) }
  expect(await first).toEqual(unavailable)
  expect(await quotes.price(quoteRequest('a'))).toEqual(unavailable)
  await clock.advance(3000)
  const again = quotes.price(quoteRequest('a', { kind: 'choice' }))
  calls[1]?.reply({ price: 9 })
  expect(await again).toMatchObject({ state: 'priced', price: 9 })
})

test('requests a price again at once after an error when the user retries', async () => {
  const { quotes, calls } = quoteWorld()
  const first = quotes.price(quoteRequest('a', { kind: 'choice' }))
  calls[0]?.reply({ problem: problem(serviceErrors.rateLimited) })
  await first
  expect(await quotes.price(quoteRequest('a', { kind: 'choice' }))).toMatchObject({ state: 'unavailable' })
  quotes.clearErrors('c2')
  expect(await quotes.price(quoteRequest('a', { kind: 'choice' }))).toMatchObject({ state: 'unavailable' })
  quotes.clearErrors('c1')
  const again = quotes.price(quoteRequest('a', { draftId: 'again', kind: 'choice' }))
  calls[1]?.reply({ price: 9 })
  expect(await again).toMatchObject({ state: 'priced', price: 9 })
})

test.each([
  ['for as long as the service states', serviceErrors.rateLimited, 17_000, 17_000],
  ['for a minute for a limit without a time', serviceErrors.rateLimited, null, MINUTE],
  ['until midnight UTC for a daily limit', serviceErrors.pricesUsedUp, null, 12 * 60 * MINUTE],
])('blocks all calls of a connection %s', async (_, code, stated, wait) => {
  const { quotes, clock, calls } = quoteWorld()
  const first = quotes.price(quoteRequest('a', { kind: 'choice' }))
  const waitsUntil = clock.now() + wait
  calls[0]?.reply({ problem: problem(code), waitsUntil: stated === null ? null : clock.now() + stated })
  const limited = { code, money: 'none', retryAt: waitsUntil }
  expect(await first).toMatchObject({ problem: limited })
  await clock.advance(wait - 1)
  expect(await quotes.price(quoteRequest('b', { kind: 'choice' }))).toMatchObject({
    state: 'unavailable',
    problem: limited,
  })
  void quotes.price(quoteRequest('b', { connectionId: 'c2', draftId: 'other', kind: 'choice' }))
  expect(calls.map(({ connectionId }) => connectionId)).toEqual(['c1', 'c2'])
  await clock.advance(1)
  void quotes.price(quoteRequest('c', { kind: 'choice' }))
  expect(calls.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
})

test('makes no call for a waiting draft after a limit was reached', async () => {
  const { quotes, clock, calls } = quoteWorld()
  void quotes.price(quoteRequest('a', { draftId: 'one', kind: 'choice' }))
  const second = quotes.price(quoteRequest('b', { draftId: 'two' }))
  calls[0]?.reply({ problem: problem(serviceErrors.rateLimited) })
  await clock.advance(120)
  expect(await second).toMatchObject({ state: 'unavailable', problem: { code: serviceErrors.rateLimited } })
  expect(calls).toHaveLength(1)
})

test('deletes the prices and limits of a connection and repeats its running calls', async () => {
  const { quotes, openService, clock, calls } = quoteWorld()
  void quotes.price(quoteRequest('a', { kind: 'choice' }))
  calls[0]?.reply({ price: 1 })
  void quotes.price(quoteRequest('a', { connectionId: 'c2', draftId: 'other', kind: 'choice' }))
  calls[1]?.reply({ price: 2 })
  await clock.advance(1000)
  const open = quotes.price(quoteRequest('b', { kind: 'choice' }))
  quotes.clearConnection('c1')
  expect(calls[2]?.signal.aborted).toBe(true)
  calls[2]?.reply({ price: 3 })
  calls[3]?.reply({ price: 4 })
  expect(await open).toMatchObject({ state: 'priced', key: 'c1/b', price: 4 })
  for (const one of [quotes, openService()]) {
    expect(one.find('c1', 'c1/a')).toBeNull()
    expect(one.find('c2', 'c2/a')?.price).toBe(2)
  }
})

test('ignores prices from the future after the clock was set back', async () => {
  const { quotes, openService, calls, database, clock } = quoteWorld()
  void quotes.price(quoteRequest('a', { kind: 'choice' }))
  calls[0]?.reply({ price: 1 })
  await clock.advance(0)
  database.run('UPDATE quotes SET quoted_at = ?', clock.now() + 1)
  expect(openService().find('c1', 'c1/a')).toBeNull()
})

test('deletes prices from the table on which no job is sent any more', async () => {
  const { quotes, calls, database, clock } = quoteWorld()
  for (const [index, name] of ['a', 'b'].entries()) {
    void quotes.price(quoteRequest(name, { kind: 'choice' }))
    calls[index]?.reply({ price: 1 })
    await clock.advance(15 * MINUTE + 1)
  }
  expect(database.all('SELECT key FROM quotes')).toEqual([{ key: 'c1/b' }])
})

test('returns a price that cannot be saved', async () => {
  const { quotes, calls, database, log } = quoteWorld()
  database.exec("CREATE TRIGGER full BEFORE INSERT ON quotes BEGIN SELECT RAISE(ABORT, 'disk full'); END")
  const response = quotes.price(quoteRequest('a', { kind: 'choice' }))
  calls[0]?.reply({ price: 1 })
  expect(await response).toMatchObject({ state: 'priced', price: 1 })
  expect(log.lines).toMatchObject([{ level: 'warn' }])
})

test('responds with a problem if a call throws', async () => {
  const { quotes, calls, log } = quoteWorld()
  const response = quotes.price(quoteRequest('a', { kind: 'choice' }))
  calls[0]?.fail(new Error('bug'))
  expect(await response).toMatchObject({ state: 'unavailable', problem: { code: 'internal', money: 'none' } })
  expect(log.lines).toMatchObject([{ level: 'error' }])
})

test('ends all pending requests and calls on close', async () => {
  const { quotes, clock, calls } = quoteWorld()
  const running = quotes.price(quoteRequest('a', { draftId: 'one', kind: 'choice' }))
  const waiting = quotes.price(quoteRequest('b', { draftId: 'two' }))
  quotes.close()
  expect(await Promise.all([running, waiting])).toEqual([{ state: 'superseded' }, { state: 'superseded' }])
  expect(calls[0]?.signal.aborted).toBe(true)
  expect(clock.pending()).toBe(0)
})

test('makes no call for a request after close', async () => {
  const { quotes, clock, calls } = quoteWorld()
  quotes.close()
  expect(await quotes.price(quoteRequest('a', { kind: 'choice' }))).toEqual({ state: 'superseded' })
  await clock.advance(1000)
  expect(calls).toHaveLength(0)
})

test('requests a rejected price again at once with another file', async () => {
  const { quotes, calls, clock } = quoteWorld()
  const withFile = (path: string) =>
    quoteRequest('clip', {
      kind: 'choice',
      request: {
        path: 'price',
        encoding: 'multipart',
        text: '{}',
        files: [{ field: 'video', path, fileName: 'a.mp4', mime: 'video/mp4' }],
      },
    })
  const refused = quotes.price(withFile('/long.mp4'))
  calls[0]?.reply({ problem: { code: serviceErrors.refused, money: 'none' } })
  await refused
  expect(await quotes.price(withFile('/long.mp4'))).toMatchObject({ state: 'unavailable' })
  expect(calls).toHaveLength(1)
  void quotes.price(withFile('/short.mp4'))
  await clock.advance(1000)
  expect(calls).toHaveLength(2)
})

test('makes no calls when the daily quota is used up, and still returns known prices', async () => {
  const { quotes, stated, clock, calls } = quoteWorld()
  const known = quotes.price(quoteRequest('known', { kind: 'choice' }))
  calls[0]?.reply({ price: 7 })
  await known
  const until = clock.now() + 3 * 60 * MINUTE
  stated.quota = { limit: 200, left: 0, until }
  expect(await quotes.price(quoteRequest('new', { kind: 'choice' }))).toMatchObject({
    state: 'unavailable',
    problem: { code: serviceErrors.pricesUsedUp, money: 'none', retryAt: until },
  })
  expect(await quotes.price(quoteRequest('known'))).toMatchObject({ state: 'priced', price: 7 })
  expect(calls).toHaveLength(1)
  stated.quota = { limit: 200, left: 200, until: null }
  void quotes.price(quoteRequest('new', { draftId: 'another', kind: 'choice' }))
  expect(calls).toHaveLength(2)
})

test('debounces typing for longer when the daily quota is scarce', async () => {
  const { quotes, stated, clock, calls } = quoteWorld()
  stated.quota = { limit: 200, left: 50, until: null }
  for (let n = 0; n < 20; n++) {
    void quotes.price(quoteRequest(`edit ${n}`))
    await clock.advance(400)
  }
  expect(calls).toHaveLength(0)
  await clock.advance(1000)
  expect(calls.map(({ name }) => name)).toEqual(['edit 19'])
})

test('prices 100 forms with at most 200 price requests', async () => {
  const { calls, refusals, priced } = await simulatePrices(100)
  expect(calls).toBeLessThanOrEqual(200)
  expect(refusals).toBe(0)
  expect(priced, 'each shows its price before the click').toBe(100)
})
