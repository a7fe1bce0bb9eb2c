import { expect, test } from 'vitest'
import { StudioEvents } from '../events.ts'
import { Budgets } from './Budgets.ts'
import { Ledger } from './spend/Ledger.ts'
import { createBatchWorld, PRICE } from '../testing/worlds/createBatchWorld.ts'

/** Another session with the same library. */
function nextSession({ database, clock }: ReturnType<typeof createBatchWorld>) {
  const ledger = new Ledger({ database, clock })
  const notices = { add: () => {}, withdraw: () => {} }
  const budgets = new Budgets({ database, clock, notices, events: new StudioEvents(), timeZone: 'UTC' })
  budgets.set({ scope: { kind: 'session' }, cap: 25 })
  const sum = () => budgets.list()[0]
  return { ledger, budgets, sum }
}

const job = { connectionId: 'c', collectionId: null, price: PRICE }

test('refunds of an earlier session do not raise the limit of this one', async () => {
  const world = createBatchWorld()
  await world.enqueue(5)
  const early = [world.send(), world.send()]
  const { ledger, budgets, sum } = nextSession(world)
  expect(sum()).toMatchObject({ used: 0, reserved: 30 })

  for (const one of early) ledger.record(one?.id ?? '', 'refunded', PRICE)
  for (let n = 0; n < 2; n++) {
    const next = world.store.nextQueued(world.clock.now(), [], [])
    world.store.move(next?.id ?? '', 'sending')
    world.store.move(next?.id ?? '', 'running')
    ledger.record(next?.id ?? '', 'accepted', PRICE)
  }
  expect(sum()).toMatchObject({ used: 20, reserved: 10 })
  expect(budgets.admit(job, () => 0)).toMatchObject({
    problem: { code: 'budget_full', params: { used: 20 } },
  })
})

test('refunds of this session are available again, and open jobs of an earlier session count for that one', async () => {
  const world = createBatchWorld()
  await world.enqueue(3)
  const early = world.send()
  world.ledger.record(early?.id ?? '', 'uncertain', PRICE)
  const { ledger, sum } = nextSession(world)
  ledger.record(early?.id ?? '', 'accepted', PRICE)
  expect(sum()?.used, 'the job was sent in the earlier session').toBe(0)

  const mine = world.store.nextQueued(world.clock.now(), [], [])
  ledger.record(mine?.id ?? '', 'uncertain', PRICE)
  expect(sum()?.used).toBe(10)
  ledger.record(mine?.id ?? '', 'accepted', PRICE)
  ledger.record(early?.id ?? '', 'refunded', PRICE)
  expect(sum()?.used).toBe(10)
  ledger.record(mine?.id ?? '', 'refunded', PRICE)
  expect(sum()?.used).toBe(0)
})

test('jobs of an earlier session that are recovered before this one starts do not count, also when they are refunded', async () => {
  const world = createBatchWorld()
  await world.enqueue(3)
  const lost = world.next()
  world.store.move(lost?.id ?? '', 'sending')
  const { ledger, budgets, sum } = nextSession(world)
  world.store.move(lost?.id ?? '', 'uncertain')
  ledger.record(lost?.id ?? '', 'uncertain', PRICE)
  ledger.startSession()
  budgets.startSession()
  expect(sum()).toMatchObject({ used: 0, reserved: 20 })

  const mine = world.next()
  ledger.record(mine?.id ?? '', 'accepted', PRICE)
  ledger.record(lost?.id ?? '', 'accepted', PRICE)
  ledger.record(lost?.id ?? '', 'refunded', PRICE)
  expect(sum()).toMatchObject({ used: 10, reserved: 10 })
})
