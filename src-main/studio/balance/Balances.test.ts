import { describe, expect, it, onTestFinished } from 'vitest'
import type { StudioEvent } from '../../../src-preload/contract/events.ts'
import type { Exchange } from '../service/Exchange.ts'
import { spendWorld } from '../spend/testing.ts'
import { memoryLog } from '../testing/memoryLog.ts'
import { Balances } from './Balances.ts'

const SECOND = 1000
const DOLLAR = 1_000_000_000
const answer = (status: number, json: unknown): Exchange => ({
  kind: 'answer',
  status,
  headers: {},
  text: '',
  json,
})

function setUp() {
  const world = spendWorld(Date.UTC(2026, 0, 15, 12), 'UTC')
  const { clock, database, reports } = world
  const told: StudioEvent[] = []
  let next: () => Exchange | Promise<Exchange> = () => answer(200, { data: { balance: 20 } })
  const asked: number[] = []
  const proven: string[] = []
  const balances = new Balances({
    database,
    clock,
    log: memoryLog(),
    emit: (event) => told.push(event),
    access: (connectionId) =>
      Promise.resolve({ connectionId, address: 'https://service.example', key: 'key' }),
    get: async (_, path) => {
      expect(path).toBe('balance')
      asked.push(clock.now())
      return next()
    },
    held: (id) => reports.held(id),
    onRefundProven: (ids) => proven.push(...ids),
  })
  onTestFinished(() => balances.close())
  const look = async () => {
    balances.get('c')
    await clock.advance(1)
    return balances.get('c')
  }
  return {
    ...world,
    balances,
    asked,
    proven,
    told,
    look,
    answers: (...with_: Parameters<typeof answer>) => (next = () => answer(...with_)),
    does: (how: typeof next) => (next = how),
  }
}

it('asks when someone looks, tells when it knows, and keeps what it was told', async () => {
  const { balances, look, told, asked, clock } = setUp()
  expect(balances.get('c')).toMatchObject({ state: 'unasked', balance: null, at: null, level: 'fine' })
  const at = clock.now()
  expect(await look()).toEqual({
    connectionId: 'c',
    state: 'told',
    balance: 20 * DOLLAR,
    at,
    low: DOLLAR,
    held: 0,
    short: 0,
    level: 'fine',
  })
  expect(told).toEqual([{ type: 'balance.changed' }])
  expect(asked).toHaveLength(1)
})

it.each([
  ['a string at the top', { balance: '19.72' }, 19_720_000_000],
  ['below zero', { data: { balance: '-0.03' } }, -30_000_000],
])('reads %s', async (_, json, balance) => {
  const { look, answers } = setUp()
  answers(200, json)
  expect(await look()).toMatchObject({ state: 'told', balance })
})

it.each([
  ['no such place', 404, {}],
  ['something else', 200, { data: { credit: 5 } }],
  ['a page', 200, undefined],
])('pretends to know nothing where there is %s, and does not ask on', async (_, status, json) => {
  const { look, answers, asked, clock, balances } = setUp()
  await look()
  await clock.advance(60 * SECOND)
  answers(status, json)
  expect(await look()).toMatchObject({ state: 'untold', balance: null, at: null, short: 0, level: 'fine' })
  balances.entered(['c'], 'accepted')
  await clock.advance(3600 * SECOND)
  await look()
  expect(asked).toHaveLength(2)
  // Another key is another account, which may tell one.
  balances.accessChanged('c')
  answers(200, { data: { balance: 3 } })
  expect(await look()).toMatchObject({ state: 'told', balance: 3 * DOLLAR })
})

it('keeps the last it knew through trouble, and asks seldom meanwhile', async () => {
  const { look, answers, asked, clock } = setUp()
  const { at } = await look()
  answers(503, {})
  await clock.advance(60 * SECOND)
  expect(await look()).toMatchObject({ state: 'unread', balance: 20 * DOLLAR, at })
  for (let minute = 0; minute < 10; minute++) {
    await clock.advance(60 * SECOND)
    await look()
  }
  expect(asked).toHaveLength(4)
})

it('asks after submits and ends, at most once in twenty seconds, and never by itself', async () => {
  const { balances, asked, clock } = setUp()
  for (let n = 0; n < 100; n++) {
    balances.entered(['c'], 'quoted')
    balances.entered(['c'], n % 2 === 0 ? 'accepted' : 'refunded')
    balances.ended('c')
    await clock.advance(SECOND)
  }
  expect(asked.length).toBeGreaterThan(3)
  for (const [index, at] of asked.entries())
    if (index > 0) expect(at - (asked[index - 1] ?? 0)).toBeGreaterThanOrEqual(20 * SECOND)
  await clock.advance(60 * SECOND)
  const before = asked.length
  await clock.advance(3600 * SECOND)
  expect(asked).toHaveLength(before)
  expect(clock.pending()).toBe(0)
})

it('asks again when money moved while the answer was on its way', async () => {
  const { balances, asked, clock, does } = setUp()
  const { promise, resolve } = Promise.withResolvers<Exchange>()
  does(() => promise)
  balances.get('c')
  await clock.advance(1)
  balances.entered(['c'], 'accepted')
  does(() => answer(200, { balance: 7 }))
  resolve(answer(200, { balance: 8 }))
  await clock.advance(30 * SECOND)
  expect(asked).toHaveLength(2)
  expect(balances.get('c').balance).toBe(7 * DOLLAR)
})

it('warns below what was set, below what services refuse, and of a queue that needs more', async () => {
  const { look, answers, balances, job, clock } = setUp()
  answers(200, { balance: 0.8 })
  expect(await look()).toMatchObject({ level: 'low', low: DOLLAR })
  expect(balances.warnBelow('c', DOLLAR / 2)).toMatchObject({ level: 'fine', low: DOLLAR / 2 })
  expect(balances.warnBelow('c', null)).toMatchObject({ level: 'low', low: DOLLAR })
  job(3 * DOLLAR, ['quoted'], { state: 'queued' })
  job(2 * DOLLAR, ['quoted'], { state: 'queued', connection: 'another' })
  expect(balances.get('c')).toMatchObject({ held: 3 * DOLLAR, short: 2.2 * DOLLAR })
  answers(200, { balance: 0.48 })
  await clock.advance(60 * SECOND)
  expect(await look()).toMatchObject({ level: 'minimum' })
})

it('holds what was read against the ledger, and hints at a job whose answer was lost', async () => {
  const { look, answers, balances, job, database, clock } = setUp()
  await look()
  await clock.advance(30 * SECOND)
  const send = (id: string, endedAt: number | null) =>
    database.run('UPDATE jobs SET sent_at = ?, done_at = ? WHERE id = ?', clock.now() - SECOND, endedAt, id)
  const saved = job(80_000_000, ['quoted', 'accepted'])
  send(saved, clock.now() + SECOND)
  const uncertain = job(20_000_000, ['quoted', 'uncertain'], {
    state: 'uncertain',
    title: 'a lost lighthouse',
  })
  send(uncertain, null)
  await clock.advance(60 * SECOND)
  answers(200, { balance: 19.9 })
  await look()
  expect(balances.spans('c')).toMatchObject([
    {
      before: 20 * DOLLAR,
      after: 19.9 * DOLLAR,
      ledger: 80_000_000,
      uncertain: 20_000_000,
      unexplained: 0,
      jobs: [
        { id: saved, as: 'charged' },
        { id: uncertain, title: 'a lost lighthouse', as: 'uncertain' },
      ],
    },
  ])
  expect(balances.hints()).toEqual([{ id: uncertain, suggests: 'charged' }])
  // What another account holds says nothing about this one.
  balances.accessChanged('c')
  expect(balances.spans('c')).toEqual([])
  expect(balances.hints()).toEqual([])
})

describe('a failed job whose refund the service did not confirm', () => {
  const CENT = DOLLAR / 100
  /** A job that failed now, ten seconds after it was sent. */
  const fail = ({ job, database, clock }: ReturnType<typeof setUp>, price = 7 * CENT): string => {
    const id = job(price, ['quoted', 'accepted', 'unconfirmed'], { state: 'failed' })
    const now = clock.now()
    database.run('UPDATE jobs SET sent_at = ?, finished_at = ? WHERE id = ?', now - 10 * SECOND, now, id)
    return id
  }
  const read = async (
    { answers, look, clock }: ReturnType<typeof setUp>,
    balance: number,
    seconds: number,
  ) => {
    await clock.advance(seconds * SECOND)
    answers(200, { balance })
    await look()
  }

  it('is proven to be refunded when the balance rises by its price', async () => {
    const world = setUp()
    await read(world, 20, 0)
    await world.clock.advance(60 * SECOND)
    const id = fail(world)
    await read(world, 19.93, 30)
    expect(world.proven).toEqual([])
    await read(world, 20, 60)
    expect(world.proven).toEqual([id])
  })

  it('is proven to be refunded days later too', async () => {
    const world = setUp()
    const id = fail(world)
    await read(world, 19.93, 30)
    await read(world, 20, 3 * 86_400)
    expect(world.proven).toEqual([id])
  })

  it('is proven to be refunded when an hour later the balance is as before it', async () => {
    const world = setUp()
    await read(world, 20, 0)
    await world.clock.advance(60 * SECOND)
    const id = fail(world)
    await read(world, 20, 600)
    expect(world.proven).toEqual([])
    await read(world, 20, 3600)
    expect(world.proven).toEqual([id])
  })

  it('stays unconfirmed while the balance shows the charge', async () => {
    const world = setUp()
    await read(world, 20, 0)
    await world.clock.advance(60 * SECOND)
    fail(world)
    for (let hour = 0; hour < 30; hour++) await read(world, 19.93, 3600)
    expect(world.proven).toEqual([])
  })

  it.each([
    ['another that failed has the same price', 7 * CENT, 20.06],
    ['two others add up to it', 3.5 * CENT, 20.06],
  ])('stays unconfirmed where %s', async (_, price, after) => {
    const world = setUp()
    fail(world)
    fail(world, price)
    fail(world, price)
    await read(world, 19.99, 30)
    await read(world, after, 60)
    expect(world.proven).toEqual([])
  })

  it('stays unconfirmed where its price is one that people pay in', async () => {
    const world = setUp()
    fail(world, 5 * DOLLAR)
    await read(world, 15, 30)
    await read(world, 20, 60)
    expect(world.proven).toEqual([])
  })

  it('stays unconfirmed where the balance rose by something else', async () => {
    const world = setUp()
    fail(world)
    await read(world, 19.93, 30)
    await read(world, 29.93, 60)
    await read(world, 29.98, 60)
    expect(world.proven).toEqual([])
  })

  it('stays unconfirmed where the account is another since', async () => {
    const world = setUp()
    fail(world)
    await read(world, 19.93, 30)
    world.balances.accessChanged('c')
    await read(world, 20, 60)
    expect(world.proven).toEqual([])
  })
})

it('a key that changed between two runs is another account', async () => {
  const { balances, look, database } = setUp()
  const account = () =>
    Number(database.get("SELECT account FROM balance_watch WHERE connection_id = 'c'")?.['account'])
  balances.noteKey('c', 'first secret')
  await look()
  balances.noteKey('c', 'first secret')
  expect(account()).toBe(0)
  balances.noteKey('c', 'second secret')
  expect(account()).toBe(1)
  expect(balances.get('c').balance).toBeNull()
  expect(JSON.stringify(database.all('SELECT * FROM balance_watch'))).not.toContain('secret')
})

it('a job of an earlier account explains nothing of the present one', async () => {
  const { balances, look, answers, clock, job, proven } = setUp()
  job(70_000_000, ['quoted', 'accepted', 'unconfirmed'], { state: 'failed' })
  balances.accessChanged('c')
  for (const balance of [19.93, 20]) {
    await clock.advance(60 * SECOND)
    answers(200, { balance })
    await look()
  }
  expect(proven).toEqual([])
})
