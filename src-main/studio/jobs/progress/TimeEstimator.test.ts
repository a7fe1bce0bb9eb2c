import { beforeEach, expect, test } from 'vitest'
import { workWorld } from './testing.ts'

const S = 1000
let world: ReturnType<typeof workWorld>
beforeEach(() => {
  world = workWorld()
})

/** Saved jobs of a model, ending every `every` ms up to now. */
const past = (
  count: number,
  { took, every, ...more }: { took: number; every: number; priority?: number; model?: string },
) => {
  for (let n = 0; n < count; n++) {
    const finishedAt = world.clock.now() - n * every
    world.add({ state: 'saved', sentAt: finishedAt - took, finishedAt, ...more })
  }
}

test('each model’s time is based on its own saved jobs on this connection', async () => {
  past(5, { took: 4 * S, every: 10 * S })
  past(5, { took: 90 * S, every: 100 * S, model: 'slow' })
  world.add({ state: 'failed', sentAt: 0, finishedAt: world.clock.now() })
  world.add({ state: 'running', sentAt: world.clock.now() - S })
  world.add({ state: 'running', sentAt: world.clock.now(), model: 'slow' })
  world.add({ state: 'running', sentAt: world.clock.now(), connection: 'new' })
  expect((await world.times.estimate()).usual).toEqual([
    { connectionId: 'c', operation: 'draw', model: 'm', span: [4 * S, 4 * S] },
    { connectionId: 'c', operation: 'draw', model: 'slow', span: [90 * S, 90 * S] },
  ])
  expect((await world.times.estimate()).all, 'one of the models has no history').toBeNull()
})

test('a batch’s time includes the jobs before it, the total is that of the last job', async () => {
  past(41, { took: 20 * S, every: 2 * S, priority: 1 })
  const [a, b] = ['first', 'second'] as const
  world.addBatch(a)
  world.addBatch(b)
  world.add({ state: 'queued', batch: a }, 40)
  world.add({ state: 'queued', batch: b }, 40)
  world.add({ state: 'queued' }, 20)
  const { batches, all } = await world.times.estimate()
  const middle = (span?: readonly number[] | null) => ((span?.[0] ?? 0) + (span?.[1] ?? 0)) / 2
  const of = (id: string) => middle(batches.find((batch) => batch.id === id)?.timeLeft)
  // First the 20 single jobs, then 40 jobs of the first batch at about one every two seconds, then the second batch.
  expect(of(a)).toBeGreaterThan(120 * S)
  expect(of(a)).toBeLessThan(150 * S)
  expect(of(b) - of(a)).toBeGreaterThan(70 * S)
  expect(middle(all)).toBe(of(b))
})

test('the first of two batches that are sent one after the other ends first', async () => {
  past(41, { took: 200 * S, every: 2 * S, priority: 1 })
  const now = world.clock.now()
  for (const [id, sentAt] of [
    ['first', now - 2000],
    ['second', now - 1000],
  ] as const) {
    world.addBatch(id)
    world.add({ state: 'running', batch: id, sentAt }, 40)
  }
  const { batches, all } = await world.times.estimate()
  const high = (id: string) => batches.find((batch) => batch.id === id)?.timeLeft[1] ?? 0
  expect(high('second') - high('first')).toBeGreaterThan(70 * S)
  expect(high('second')).toBe(all?.[1])
})

test('held or paused work has no expected time', async () => {
  past(41, { took: 2 * S, every: 2 * S, priority: 1 })
  world.addBatch('night')
  world.add({ state: 'queued', batch: 'night' }, 10)
  expect((await world.times.estimate()).batches).toHaveLength(1)
  world.now.holds.set('c', 'budget')
  expect(await world.times.estimate()).toMatchObject({ batches: [], all: null })
  world.now.holds.clear()
  world.now.paused = true
  expect(await world.times.estimate()).toMatchObject({ batches: [], all: null })
  world.now.paused = false
  world.setBatch('night', 'paused', null)
  expect(await world.times.estimate()).toMatchObject({ batches: [], all: null })
})

test('a single unsent job that waits for nothing takes exactly as long as usual', async () => {
  past(5, { took: 4 * S, every: 10 * S })
  world.add({ state: 'queued' })
  expect((await world.times.estimate()).all).toEqual([4 * S, 4 * S])
})

test('work that waits until a known time does not end before it', async () => {
  past(41, { took: 2 * S, every: 2 * S, priority: 1 })
  world.addBatch('night')
  const [first = ''] = world.add({ state: 'queued', batch: 'night' }, 10)
  const early = (await world.times.estimate()).all
  expect(early?.[1]).toBeLessThan(60 * S)
  world.database.run('UPDATE jobs SET waits_until = ? WHERE id = ?', world.clock.now() + 480 * S, first)
  const { batches, all } = await world.times.estimate()
  expect(batches[0]?.timeLeft[0]).toBeGreaterThan(480 * S + (early?.[0] ?? 0) / 2)
  expect(all).toEqual(batches[0]?.timeLeft)
})

test('results that wait for disk space have no expected time, nor has the total', async () => {
  past(41, { took: 2 * S, every: 2 * S, priority: 1 })
  world.addBatch('night')
  world.addBatch('day')
  world.add({ state: 'saving', batch: 'night', sentAt: world.clock.now(), problem: 'disk_full' }, 2)
  world.add({ state: 'running', batch: 'day', sentAt: world.clock.now() }, 2)
  const { batches, all } = await world.times.estimate()
  expect(batches.map(({ id }) => id)).toEqual(['day'])
  expect(all).toBeNull()
  world.now.holds.set('c', 'disk')
  expect((await world.times.estimate()).batches).toEqual([])
})

test('an empty queue has no expected time', async () => {
  past(9, { took: S, every: S })
  expect(await world.times.estimate()).toEqual({ usual: [], batches: [], all: null })
})
