import { expect, it } from 'vitest'
import type { Exchange } from '../../service/http/Exchange.ts'
import { respondWith, balanceWorld, DOLLAR, SECOND } from './testing.ts'

it('requests a balance when it is shown, reports it, and stores it', async () => {
  const { balances, fetchBalance, emittedEvents, requestTimes, clock } = balanceWorld()
  expect(balances.get('c')).toMatchObject({ state: 'not_requested', balance: null, at: null, level: 'fine' })
  const at = clock.now()
  expect(await fetchBalance()).toEqual({
    connectionId: 'c',
    state: 'reported',
    balance: 20 * DOLLAR,
    at,
    warnBelow: DOLLAR,
    reserved: 0,
    shortfall: 0,
    level: 'fine',
  })
  expect(emittedEvents).toEqual([{ type: 'balance.changed' }])
  expect(requestTimes).toHaveLength(1)
})

it.each([
  ['a string at the top', { balance: '19.72' }, 19_720_000_000],
  ['below zero', { data: { balance: '-0.03' } }, -30_000_000],
])('reads %s', async (_, json, balance) => {
  const { fetchBalance, setResponse } = balanceWorld()
  setResponse(200, json)
  expect(await fetchBalance()).toMatchObject({ state: 'reported', balance })
})

it.each([
  ['a missing route', 404, {}],
  ['another response', 200, { data: { credit: 5 } }],
])('reports no balance for %s, and requests it no further', async (_, status, json) => {
  const { fetchBalance, setResponse, requestTimes, clock, balances } = balanceWorld()
  await fetchBalance()
  await clock.advance(60 * SECOND)
  setResponse(status, json)
  expect(await fetchBalance()).toMatchObject({
    state: 'unsupported',
    balance: null,
    at: null,
    shortfall: 0,
    level: 'fine',
  })
  balances.ledgerChanged(['c'], 'accepted')
  await clock.advance(3600 * SECOND)
  await fetchBalance()
  expect(requestTimes).toHaveLength(2)
  // Another key means another account, which may have a balance.
  balances.accessChanged('c')
  setResponse(200, { data: { balance: 3 } })
  expect(await fetchBalance()).toMatchObject({ state: 'reported', balance: 3 * DOLLAR })
})

it.each([
  ['a page instead of the balance', 200, undefined],
  ['a page without the route', 404, undefined],
  ['text', 200, 'Sign in'],
])(
  'does not take %s for a response of the service, and requests the balance again',
  async (_, status, json) => {
    const { balances, fetchBalance, setResponse, clock } = balanceWorld()
    setResponse(status, json)
    expect(await fetchBalance()).toMatchObject({ state: 'failed', balance: null })
    setResponse(200, { data: { balance: 3 } })
    await clock.advance(300 * SECOND)
    balances.get('c')
    await clock.advance(1)
    expect(balances.get('c')).toMatchObject({ state: 'reported', balance: 3 * DOLLAR })
  },
)

it('keeps the last balance during failures, and requests it seldom meanwhile', async () => {
  const { fetchBalance, setResponse, requestTimes, clock } = balanceWorld()
  const { at } = await fetchBalance()
  setResponse(503, {})
  await clock.advance(60 * SECOND)
  expect(await fetchBalance()).toMatchObject({ state: 'failed', balance: 20 * DOLLAR, at })
  for (let minute = 0; minute < 10; minute++) {
    await clock.advance(60 * SECOND)
    await fetchBalance()
  }
  expect(requestTimes).toHaveLength(4)
})

it('requests a balance after jobs are accepted or end, at most every twenty seconds, and never otherwise', async () => {
  const { balances, requestTimes, clock } = balanceWorld()
  for (let n = 0; n < 100; n++) {
    balances.ledgerChanged(['c'], 'quoted')
    balances.ledgerChanged(['c'], n % 2 === 0 ? 'accepted' : 'refunded')
    balances.jobEnded('c')
    await clock.advance(SECOND)
  }
  expect(requestTimes.length).toBeGreaterThan(3)
  for (const [index, at] of requestTimes.entries())
    if (index > 0) expect(at - (requestTimes[index - 1] ?? 0)).toBeGreaterThanOrEqual(20 * SECOND)
  await clock.advance(60 * SECOND)
  const before = requestTimes.length
  await clock.advance(3600 * SECOND)
  expect(requestTimes).toHaveLength(before)
  expect(clock.pending()).toBe(0)
})

it('requests a balance again if money moved while a request was in flight', async () => {
  const { balances, requestTimes, clock, setBehavior } = balanceWorld()
  const { promise, resolve } = Promise.withResolvers<Exchange>()
  setBehavior(() => promise)
  balances.get('c')
  await clock.advance(1)
  balances.ledgerChanged(['c'], 'accepted')
  setBehavior(() => respondWith(200, { balance: 7 }))
  resolve(respondWith(200, { balance: 8 }))
  await clock.advance(30 * SECOND)
  expect(requestTimes).toHaveLength(2)
  expect(balances.get('c').balance).toBe(7 * DOLLAR)
})

it('requests a balance again if money moved shortly before a request that is already scheduled', async () => {
  const { balances, requestTimes, clock } = balanceWorld()
  balances.ledgerChanged(['c'], 'accepted')
  await clock.advance(1.4 * SECOND)
  balances.ledgerChanged(['c'], 'accepted')
  await clock.advance(SECOND)
  expect(requestTimes).toHaveLength(1)
  await clock.advance(3600 * SECOND)
  expect(requestTimes).toHaveLength(2)
})

it('requests a balance once if money moved long enough before a request that is already scheduled', async () => {
  const { balances, fetchBalance, requestTimes, clock } = balanceWorld()
  await fetchBalance()
  balances.ledgerChanged(['c'], 'accepted')
  await clock.advance(10 * SECOND)
  balances.ledgerChanged(['c'], 'accepted')
  await clock.advance(3600 * SECOND)
  expect(requestTimes).toHaveLength(2)
})

it('warns below the set amount, below the minimum of services, and if the queue needs more', async () => {
  const { fetchBalance, setResponse, balances, job, clock } = balanceWorld()
  setResponse(200, { balance: 0.8 })
  expect(await fetchBalance()).toMatchObject({ level: 'low', warnBelow: DOLLAR })
  expect(balances.warnBelow('c', DOLLAR / 2)).toMatchObject({ level: 'fine', warnBelow: DOLLAR / 2 })
  expect(balances.warnBelow('c', null)).toMatchObject({ level: 'low', warnBelow: DOLLAR })
  job(3 * DOLLAR, ['quoted'], { state: 'queued' })
  job(2 * DOLLAR, ['quoted'], { state: 'queued', connection: 'another' })
  expect(balances.get('c')).toMatchObject({ reserved: 3 * DOLLAR, shortfall: 2.2 * DOLLAR })
  setResponse(200, { balance: 0.48 })
  await clock.advance(60 * SECOND)
  expect(await fetchBalance()).toMatchObject({ level: 'minimum' })
})

it('compares readings with the ledger and suggests what happened to an uncertain job', async () => {
  const { fetchBalance, setResponse, balances, job, database, clock } = balanceWorld()
  await fetchBalance()
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
  setResponse(200, { balance: 19.9 })
  await fetchBalance()
  expect(await balances.spans('c')).toMatchObject([
    {
      before: 20 * DOLLAR,
      after: 19.9 * DOLLAR,
      expectedDecrease: 80_000_000,
      uncertain: 20_000_000,
      unexplained: 0,
      jobs: [
        { id: saved, outcome: 'charged' },
        { id: uncertain, title: 'a lost lighthouse', outcome: 'uncertain' },
      ],
    },
  ])
  expect(await balances.hints()).toEqual([{ id: uncertain, suggests: 'charged' }])
  // The balance of another account says nothing about this one.
  balances.accessChanged('c')
  expect(await balances.spans('c')).toEqual([])
  expect(await balances.hints()).toEqual([])
})

it('a key that changed between two sessions is another account', async () => {
  const { balances, fetchBalance, database } = balanceWorld()
  const account = () =>
    Number(database.get("SELECT account FROM balance_watch WHERE connection_id = 'c'")?.['account'])
  balances.detectKeyChange('c', 'first secret')
  await fetchBalance()
  balances.detectKeyChange('c', 'first secret')
  expect(account()).toBe(0)
  balances.detectKeyChange('c', 'second secret')
  expect(account()).toBe(1)
  expect(balances.get('c').balance).toBeNull()
  expect(JSON.stringify(database.all('SELECT * FROM balance_watch'))).not.toContain('secret')
})
