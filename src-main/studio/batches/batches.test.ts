import { beforeEach, expect, test } from 'vitest'
import { prepared } from '../jobs/testEngine.ts'
import { batchWorld, PRICE } from '../testing/batchWorld.ts'

let world: ReturnType<typeof batchWorld>
beforeEach(() => {
  world = batchWorld()
})

test('a press writes all its jobs or none, and the same press twice is one batch', async () => {
  const batch = await world.press(3, { press: 'the press' })
  expect(batch).toMatchObject({ jobs: 3, unsent: 3, quoted: 30, held: 30, spent: 0, state: 'running' })
  expect((await world.press(3, { press: 'the press' })).id).toBe(batch.id)
  world.database.run("UPDATE jobs SET press = 'taken/1' WHERE press = 'the press/0'")
  await expect(world.press(3, { press: 'taken' })).rejects.toThrow(/UNIQUE/)
  expect(world.batches.list().batches).toHaveLength(1)
  expect(world.store.countIn(['queued'])).toBe(3)
})

test('interactive jobs pass batch jobs, and a batch keeps its order', async () => {
  await world.press(2)
  world.store.insert({ ...prepared, id: 'mine', press: 'mine', replaces: null, createdAt: 1 })
  const sent = [world.send(), world.send(), world.send()].map((job) => job?.label?.at[0] ?? job?.id)
  expect(sent).toEqual(['mine', 0, 1])
})

test('unsent jobs move to the front, to the back and before another, however often', async () => {
  const { id } = await world.press(4)
  const rows = () => world.page({ batch: id }).ids
  const [a = '', b = '', c = '', d = ''] = rows()
  world.order.move([c, d], 'front')
  expect(rows()).toEqual([c, d, a, b])
  world.order.move([c], 'back')
  expect(rows()).toEqual([d, a, b, c])
  for (let n = 0; n < 200; n++) {
    world.order.move([b], { before: a })
    world.order.move([a], { before: b })
  }
  expect(rows()).toEqual([d, a, b, c])
  expect(world.next()?.id).toBe(d)
})

test('batches stand in the order of sending, and one moved to the front is sent before the others', async () => {
  const { id: first } = await world.press(2)
  const { id: second } = await world.press(2)
  const { id: third } = await world.press(2)
  const order = () => world.batches.list().batches.map(({ id }) => id)
  expect(order()).toEqual([first, second, third])
  const unsent = (batch: string) => world.order.unsent({ batch }).map(({ id }) => id)
  expect(world.order.move(unsent(third), 'front')).toBe(2)
  world.order.move(unsent(first), 'back')
  expect(order()).toEqual([third, second, first])
  expect([world.send(), world.send(), world.send()].map((job) => job?.batch)).toEqual([third, third, second])
  expect(order(), 'all sent, so further on than the rest').toEqual([third, second, first])
})

test('jobs pressed by themselves are a list of their own', async () => {
  await world.press(3)
  for (const id of ['a', 'b', 'done'])
    world.store.insert({ ...prepared, id, press: id, replaces: null, createdAt: 1 })
  world.database.run("UPDATE jobs SET state = 'cancelled' WHERE id = 'done'")
  const page = (states: ('queued' | 'cancelled')[], limit = 9) =>
    world.page({ batch: null, states }, limit).ids
  expect(page(['queued'])).toEqual(['a', 'b'])
  expect(page(['cancelled'])).toEqual(['done'])
  expect(world.page({ batch: null, states: ['queued', 'cancelled'] }).total).toBe(3)
})

test('a paused batch sends nothing, and a started studio sends no batch by itself', async () => {
  const { id } = await world.press(2)
  world.batches.pause(id)
  expect(world.next()).toBeNull()
  world.batches.resume(id)
  world.send()
  world.batches.waitForPerson()
  expect(world.batches.list().batches[0]).toMatchObject({ state: 'waiting', unsent: 1, running: 1 })
  expect(world.next()).toBeNull()
  world.batches.resumeAll()
  expect(world.next()).not.toBeNull()
})

test('a batch stops at its own cap, says what waits, and goes on when it is raised', async () => {
  const { id } = await world.press(4, { cap: 25 })
  const admit = () => world.batches.admit({ batch: id, price: PRICE })
  expect([admit(), world.send() !== null, admit(), world.send() !== null, admit()]).toEqual([
    true,
    true,
    true,
    true,
    false,
  ])
  expect(world.next()).toBeNull()
  const [batch] = world.batches.list().batches
  expect(batch).toMatchObject({
    state: 'paused',
    spent: 20,
    problem: { code: 'batch_cap_reached', params: { jobs: 2, held: 20 } },
  })
  world.batches.cap({ id, cap: 100 })
  expect(world.next()).not.toBeNull()
})

test('a batch that a budget has no room for says so for as long as it is so, with what waits', async () => {
  await world.press(3)
  const { id: paused } = await world.press(2)
  world.batches.pause(paused)
  world.send()
  const params = { scope: 'day', cap: 25, used: 20, held: 20, wanted: PRICE }
  world.now.standing = { code: 'budget_full', money: 'not_charged', params }
  const problems = () => world.batches.list().batches.map(({ problem }) => problem)
  expect(problems()).toEqual([
    {
      code: 'batch_budget',
      money: 'not_charged',
      params: { scope: 'day', cap: 25, used: 20, held: 20, wanted: 10, jobs: 2 },
    },
    null,
  ])
  world.now.standing = null
  expect(problems()).toEqual([null, null])
})
