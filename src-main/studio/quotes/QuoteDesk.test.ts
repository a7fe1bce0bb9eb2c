import { expect, test } from 'vitest'
import { serviceErrors } from '../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import { simulatePrices } from '../testing/simulatePrices.ts'
import { question, quoteWorld } from '../testing/quoteWorld.ts'

const MINUTE = 60_000
const problem = (code: string): Problem => ({ code, money: 'none' })

test('Typing is asked about after a pause, a choice at once', async () => {
  const { desk, clock, calls } = quoteWorld()
  void desk.price(question('a'))
  await clock.advance(119)
  expect(calls).toHaveLength(0)
  await clock.advance(1)
  expect(calls.map(({ name }) => name)).toEqual(['a'])
  void desk.price(question('b', { draft: 'other', kind: 'choice' }))
  expect(calls.map(({ name }) => name)).toEqual(['a', 'b'])
})

test('A price comes with its date and how long it holds, and is known from then on without a call', async () => {
  const { desk, clock, calls } = quoteWorld()
  const first = desk.price(question('a', { kind: 'choice' }))
  await clock.advance(200)
  calls[0]?.reply({ price: 4_213_000 })
  const quotedAt = clock.now()
  const priced = {
    state: 'priced',
    key: 'c1/a',
    price: 4_213_000,
    quotedAt,
    expiresAt: quotedAt + 10 * MINUTE,
  }
  expect(await first).toEqual(priced)
  await clock.advance(MINUTE)
  expect(await desk.price(question('a', { draft: 'another' }))).toEqual(priced)
  expect(desk.find('c1/a')).toEqual({ price: 4_213_000, quotedAt })
  expect(calls).toHaveLength(1)
})

test('A restart knows the prices of before', async () => {
  const { desk, openDesk, clock, calls } = quoteWorld()
  const first = desk.price(question('a', { kind: 'choice' }))
  calls[0]?.reply({ price: 7 })
  const answer = await first
  await clock.advance(MINUTE)
  const again = openDesk()
  expect(await again.price(question('a'))).toEqual(answer)
  expect(again.find('c1/a')?.price).toBe(7)
})

test('A price out of date binds no run and is asked for again', async () => {
  const { desk, openDesk, clock, calls } = quoteWorld()
  void desk.price(question('a', { kind: 'choice' }))
  calls[0]?.reply({ price: 7 })
  await clock.advance(10 * MINUTE - 1)
  expect(desk.find('c1/a')?.price).toBe(7)
  await clock.advance(1)
  expect(desk.find('c1/a')).toBeNull()
  expect(openDesk().find('c1/a')).toBeNull()
  const second = desk.price(question('a', { kind: 'choice' }))
  calls[1]?.reply({ price: 8 })
  expect(await second).toMatchObject({ price: 8, quotedAt: clock.now() })
})

test('An overtaken question hears so at once, and its call is broken off', async () => {
  const { desk, clock, calls } = quoteWorld()
  const first = desk.price(question('a', { kind: 'choice' }))
  const second = desk.price(question('b'))
  expect(await first).toEqual({ state: 'superseded' })
  expect(calls[0]?.signal.aborted).toBe(true)
  calls[0]?.reply({ price: 1 })
  await clock.advance(500)
  expect(desk.find('c1/a')).toBeNull()
  calls[1]?.reply({ price: 2 })
  expect(await second).toMatchObject({ state: 'priced', key: 'c1/b', price: 2 })
})

test('A call goes on while another draft still waits for it', async () => {
  const { desk, clock, calls } = quoteWorld()
  const first = desk.price(question('a', { draft: 'one', kind: 'choice' }))
  const second = desk.price(question('a', { draft: 'two' }))
  void desk.price(question('b', { draft: 'one' }))
  expect(await first).toEqual({ state: 'superseded' })
  expect(calls[0]?.signal.aborted).toBe(false)
  calls[0]?.reply({ price: 5 })
  expect(await second).toMatchObject({ state: 'priced', price: 5 })
  await clock.advance(500)
  expect(calls.map(({ name }) => name)).toEqual(['a', 'b'])
})

test.each([10, 60, 119, 130, 180, 499])(
  'A burst of 20 edits %i ms apart costs at most 2 calls',
  async (gap) => {
    for (const kind of ['typing', 'choice'] as const) {
      const { desk, clock, calls } = quoteWorld()
      let last = desk.price(question('0', { kind }))
      for (let edit = 1; edit < 20; edit++) {
        await clock.advance(gap)
        for (const call of calls) call.reply({ price: Number(call.name) })
        last = desk.price(question(String(edit), { kind }))
      }
      await clock.advance(500)
      for (const call of calls) call.reply({ price: Number(call.name) })
      expect(await last).toMatchObject({ state: 'priced', price: 19 })
      expect(calls.length).toBeLessThanOrEqual(2)
    }
  },
)

test('The last edit of a quick burst waits no longer than one pause', async () => {
  const { desk, clock, calls } = quoteWorld()
  for (let edit = 0; edit < 20; edit++) {
    void desk.price(question(String(edit)))
    await clock.advance(50)
  }
  await clock.advance(70)
  expect(calls.map(({ name }) => name)).toEqual(['19'])
})

test('Edits that cannot change the price cost no call and do not put off the one that is due', async () => {
  const { desk, clock, calls } = quoteWorld()
  let last = desk.price(question('a'))
  for (let edit = 0; edit < 20; edit++) {
    await clock.advance(50)
    const next = desk.price(question('a'))
    expect(await Promise.race([last, Promise.resolve('open')])).toEqual({ state: 'superseded' })
    last = next
  }
  expect(calls).toHaveLength(1)
  calls[0]?.reply({ price: 3 })
  expect(await last).toMatchObject({ state: 'priced', price: 3 })
  for (let edit = 0; edit < 20; edit++) await desk.price(question('a'))
  expect(calls).toHaveLength(1)
})

test('Going back to a known price is answered at once and breaks off what was asked', async () => {
  const { desk, clock, calls } = quoteWorld()
  void desk.price(question('a', { kind: 'choice' }))
  calls[0]?.reply({ price: 3 })
  await clock.advance(1000)
  const away = desk.price(question('b'))
  expect(await desk.price(question('a'))).toMatchObject({ state: 'priced', price: 3 })
  expect(await away).toEqual({ state: 'superseded' })
  await clock.advance(1000)
  expect(calls).toHaveLength(1)
})

test('A failure is believed for a few seconds and then asked about again', async () => {
  const { desk, clock, calls } = quoteWorld()
  const first = desk.price(question('a', { kind: 'choice' }))
  calls[0]?.reply({ problem: problem(serviceErrors.unreachable) })
  const unavailable = { state: 'unavailable', key: 'c1/a', problem: problem(serviceErrors.unreachable) }
  expect(await first).toEqual(unavailable)
  expect(await desk.price(question('a'))).toEqual(unavailable)
  await clock.advance(3000)
  const again = desk.price(question('a', { kind: 'choice' }))
  calls[1]?.reply({ price: 9 })
  expect(await again).toMatchObject({ state: 'priced', price: 9 })
})

test.each([
  ['as long as the service says', serviceErrors.rateLimited, 17_000, 17_000],
  ['a minute for a limit without a time', serviceErrors.rateLimited, null, MINUTE],
  ['until midnight UTC for the limit of a day', serviceErrors.pricesUsedUp, null, 12 * 60 * MINUTE],
])('A limit holds back all calls of its connection %s', async (_, code, told, wait) => {
  const { desk, clock, calls } = quoteWorld()
  const first = desk.price(question('a', { kind: 'choice' }))
  const waitsUntil = clock.now() + wait
  calls[0]?.reply({ problem: problem(code), waitsUntil: told === null ? null : clock.now() + told })
  const limited = { code, money: 'none', params: { waitsUntil } }
  expect(await first).toMatchObject({ problem: limited })
  await clock.advance(wait - 1)
  expect(await desk.price(question('b', { kind: 'choice' }))).toMatchObject({
    state: 'unavailable',
    problem: limited,
  })
  void desk.price(question('b', { connectionId: 'c2', draft: 'other', kind: 'choice' }))
  expect(calls.map(({ connectionId }) => connectionId)).toEqual(['c1', 'c2'])
  await clock.advance(1)
  void desk.price(question('c', { kind: 'choice' }))
  expect(calls.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
})

test('A limit met while another draft waits spares that draft its call', async () => {
  const { desk, clock, calls } = quoteWorld()
  void desk.price(question('a', { draft: 'one', kind: 'choice' }))
  const second = desk.price(question('b', { draft: 'two' }))
  calls[0]?.reply({ problem: problem(serviceErrors.rateLimited) })
  await clock.advance(120)
  expect(await second).toMatchObject({ state: 'unavailable', problem: { code: serviceErrors.rateLimited } })
  expect(calls).toHaveLength(1)
})

test('Clearing a connection forgets its prices and limits and asks anew what is being asked', async () => {
  const { desk, openDesk, clock, calls } = quoteWorld()
  void desk.price(question('a', { kind: 'choice' }))
  calls[0]?.reply({ price: 1 })
  void desk.price(question('a', { connectionId: 'c2', draft: 'other', kind: 'choice' }))
  calls[1]?.reply({ price: 2 })
  await clock.advance(1000)
  const open = desk.price(question('b', { kind: 'choice' }))
  desk.clearConnection('c1')
  expect(calls[2]?.signal.aborted).toBe(true)
  calls[2]?.reply({ price: 3 })
  calls[3]?.reply({ price: 4 })
  expect(await open).toMatchObject({ state: 'priced', key: 'c1/b', price: 4 })
  for (const one of [desk, openDesk()]) {
    expect(one.find('c1/a')).toBeNull()
    expect(one.find('c2/a')?.price).toBe(2)
  }
})

test('A clock set back leaves no price that never grows old', async () => {
  const { desk, openDesk, calls, database, clock } = quoteWorld()
  void desk.price(question('a', { kind: 'choice' }))
  calls[0]?.reply({ price: 1 })
  await clock.advance(0)
  database.run('UPDATE quotes SET quoted_at = ?', clock.now() + 1)
  expect(openDesk().find('c1/a')).toBeNull()
})

test('The table keeps no price that is out of date', async () => {
  const { desk, calls, database, clock } = quoteWorld()
  for (const [index, name] of ['a', 'b'].entries()) {
    void desk.price(question(name, { kind: 'choice' }))
    calls[index]?.reply({ price: 1 })
    await clock.advance(10 * MINUTE)
  }
  expect(database.all('SELECT key FROM quotes')).toEqual([{ key: 'c1/b' }])
})

test('A price that cannot be written is still the price', async () => {
  const { desk, calls, database, log } = quoteWorld()
  database.exec("CREATE TRIGGER full BEFORE INSERT ON quotes BEGIN SELECT RAISE(ABORT, 'disk full'); END")
  const answer = desk.price(question('a', { kind: 'choice' }))
  calls[0]?.reply({ price: 1 })
  expect(await answer).toMatchObject({ state: 'priced', price: 1 })
  expect(log.lines).toMatchObject([{ level: 'warn' }])
})

test('An asker that throws leaves no question open', async () => {
  const { desk, calls, log } = quoteWorld()
  const answer = desk.price(question('a', { kind: 'choice' }))
  calls[0]?.fail(new Error('bug'))
  expect(await answer).toMatchObject({ state: 'unavailable', problem: { code: 'internal', money: 'none' } })
  expect(log.lines).toMatchObject([{ level: 'error' }])
})

test('Closing ends every wait and every call', async () => {
  const { desk, clock, calls } = quoteWorld()
  const asked = desk.price(question('a', { draft: 'one', kind: 'choice' }))
  const waiting = desk.price(question('b', { draft: 'two' }))
  desk.close()
  expect(await Promise.all([asked, waiting])).toEqual([{ state: 'superseded' }, { state: 'superseded' }])
  expect(calls[0]?.signal.aborted).toBe(true)
  expect(clock.pending()).toBe(0)
})

test('A price that was refused with one file is asked for again with another, at once', async () => {
  const { desk, calls, clock } = quoteWorld()
  const withFile = (path: string) =>
    question('clip', {
      kind: 'choice',
      request: {
        path: 'price',
        encoding: 'multipart',
        text: '{}',
        files: [{ field: 'video', path, fileName: 'a.mp4', mime: 'video/mp4' }],
      },
    })
  const refused = desk.price(withFile('/long.mp4'))
  calls[0]?.reply({ problem: { code: serviceErrors.refused, money: 'none' } })
  await refused
  expect(await desk.price(withFile('/long.mp4'))).toMatchObject({ state: 'unavailable' })
  expect(calls).toHaveLength(1)
  void desk.price(withFile('/short.mp4'))
  await clock.advance(1000)
  expect(calls).toHaveLength(2)
})

test('With the day’s questions used up nothing is asked, until when is said, and prices of before still hold', async () => {
  const { desk, told, clock, calls } = quoteWorld()
  const known = desk.price(question('known', { kind: 'choice' }))
  calls[0]?.reply({ price: 7 })
  await known
  const until = clock.now() + 3 * 60 * MINUTE
  told.quota = { limit: 200, left: 0, until }
  expect(await desk.price(question('new', { kind: 'choice' }))).toMatchObject({
    state: 'unavailable',
    problem: { code: serviceErrors.pricesUsedUp, money: 'none', params: { waitsUntil: until } },
  })
  expect(await desk.price(question('known'))).toMatchObject({ state: 'priced', price: 7 })
  expect(calls).toHaveLength(1)
  told.quota = { limit: 200, left: 200, until: null }
  void desk.price(question('new', { draft: 'another', kind: 'choice' }))
  expect(calls).toHaveLength(2)
})

test('With few of the day’s questions left, typing is asked about once it has surely ended', async () => {
  const { desk, told, clock, calls } = quoteWorld()
  told.quota = { limit: 200, left: 50, until: null }
  for (let n = 0; n < 20; n++) {
    void desk.price(question(`edit ${n}`))
    await clock.advance(400)
  }
  expect(calls).toHaveLength(0)
  await clock.advance(1000)
  expect(calls.map(({ name }) => name)).toEqual(['edit 19'])
})

test('a day of 100 forms, filled in with thought, fits in the 200 price questions of a basic account', async () => {
  const { calls, refusals, priced } = await simulatePrices(100)
  expect(calls).toBeLessThanOrEqual(200)
  expect(refusals).toBe(0)
  expect(priced, 'each shows its price before the press').toBe(100)
})
