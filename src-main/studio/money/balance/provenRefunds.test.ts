import { describe, expect, it } from 'vitest'
import { balanceWorld, DOLLAR, SECOND } from './testing.ts'

describe('a failed job whose refund the service did not confirm', () => {
  const CENT = DOLLAR / 100
  /** A job that failed now, ten seconds after it was sent. */
  const fail = ({ job, database, clock }: ReturnType<typeof balanceWorld>, price = 7 * CENT): string => {
    const id = job(price, ['quoted', 'accepted', 'unconfirmed'], { state: 'failed' })
    const now = clock.now()
    database.run('UPDATE jobs SET sent_at = ?, finished_at = ? WHERE id = ?', now - 10 * SECOND, now, id)
    return id
  }
  const read = async (
    { setResponse, fetchBalance, clock }: ReturnType<typeof balanceWorld>,
    balance: number,
    seconds: number,
  ) => {
    await clock.advance(seconds * SECOND)
    setResponse(200, { balance })
    await fetchBalance()
  }

  it('is proven to be refunded when the balance rises by its price', async () => {
    const world = balanceWorld()
    await read(world, 20, 0)
    await world.clock.advance(60 * SECOND)
    const id = fail(world)
    await read(world, 19.93, 30)
    expect(world.provenRefunds).toEqual([])
    await read(world, 20, 60)
    expect(world.provenRefunds).toEqual([id])
  })

  it('is proven to be refunded days later too', async () => {
    const world = balanceWorld()
    const id = fail(world)
    await read(world, 19.93, 30)
    await read(world, 20, 3 * 86_400)
    expect(world.provenRefunds).toEqual([id])
  })

  it('is proven to be refunded when an hour later the balance is the same as before the job', async () => {
    const world = balanceWorld()
    await read(world, 20, 0)
    await world.clock.advance(60 * SECOND)
    const id = fail(world)
    await read(world, 20, 600)
    expect(world.provenRefunds).toEqual([])
    await read(world, 20, 3600)
    expect(world.provenRefunds).toEqual([id])
  })

  it('stays unconfirmed while the balance shows the charge', async () => {
    const world = balanceWorld()
    await read(world, 20, 0)
    await world.clock.advance(60 * SECOND)
    fail(world)
    for (let hour = 0; hour < 30; hour++) await read(world, 19.93, 3600)
    expect(world.provenRefunds).toEqual([])
  })

  it.each([
    ['another failed job has the same price', 7 * CENT, 20.06],
    ['the prices of two others add up to its price', 3.5 * CENT, 20.06],
  ])('stays unconfirmed if %s', async (_, price, after) => {
    const world = balanceWorld()
    fail(world)
    fail(world, price)
    fail(world, price)
    await read(world, 19.99, 30)
    await read(world, after, 60)
    expect(world.provenRefunds).toEqual([])
  })

  it('stays unconfirmed if its price is a usual deposit', async () => {
    const world = balanceWorld()
    fail(world, 5 * DOLLAR)
    await read(world, 15, 30)
    await read(world, 20, 60)
    expect(world.provenRefunds).toEqual([])
  })

  it('stays unconfirmed if the balance rose by another amount', async () => {
    const world = balanceWorld()
    fail(world)
    await read(world, 19.93, 30)
    await read(world, 29.93, 60)
    await read(world, 29.98, 60)
    expect(world.provenRefunds).toEqual([])
  })

  it('stays unconfirmed after the account changed', async () => {
    const world = balanceWorld()
    fail(world)
    await read(world, 19.93, 30)
    world.balances.accessChanged('c')
    await read(world, 20, 60)
    expect(world.provenRefunds).toEqual([])
  })
})

it('a job of an earlier account does not explain balances of the current one', async () => {
  const { balances, fetchBalance, setResponse, clock, job, provenRefunds } = balanceWorld()
  job(70_000_000, ['quoted', 'accepted', 'unconfirmed'], { state: 'failed' })
  balances.accessChanged('c')
  for (const balance of [19.93, 20]) {
    await clock.advance(60 * SECOND)
    setResponse(200, { balance })
    await fetchBalance()
  }
  expect(provenRefunds).toEqual([])
})
