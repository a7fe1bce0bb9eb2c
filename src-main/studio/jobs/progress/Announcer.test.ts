import { beforeEach, expect, test, vi } from 'vitest'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { workWorld } from './testing.ts'

let world: ReturnType<typeof workWorld>
let watch: ReturnType<typeof world.start>
beforeEach(() => {
  world = workWorld()
  watch = world.start()
  world.addBatch('night')
})
const check = async () => {
  watch.onEvent({ type: 'queue.changed' })
  await world.clock.advance(1000)
  return world.announced()
}

test('a batch is announced once, when all its jobs have ended, with their outcomes', async () => {
  const ids = world.add({ state: 'queued', batch: 'night' }, 4)
  world.move(ids, 'running')
  world.database.run("INSERT INTO spend_sums VALUES ('batch:night', 'used', -1, 12000000)")
  world.move(ids.slice(0, 3), 'saved')
  expect(await check(), 'one job is still running').toEqual([])
  world.move(ids.slice(3), 'uncertain')
  expect(await check()).toEqual([
    {
      id: 'night',
      about: 'batch',
      name: 'Night foxes',
      saved: 3,
      failed: 0,
      uncertain: 1,
      unsent: 0,
      quoted: 12_000_000,
      stopReason: null,
      assetId: null,
      playSound: false,
    },
  ])
  expect(await check()).toHaveLength(1)
})

test('after a restart, no batch is announced twice, and one that ended without an announcement is announced', async () => {
  world.add({ state: 'saved', batch: 'night' })
  expect(await check()).toHaveLength(1)
  watch = world.start()
  expect(await check()).toHaveLength(1)
  world.addBatch('unannounced')
  world.add({ state: 'saved', batch: 'unannounced' })
  watch = world.start()
  expect(await check()).toMatchObject([{ id: 'night' }, { id: 'unannounced' }])
})

test.each([
  ['batch_cap_reached', 'cap'],
  ['batch_balance', 'balance'],
  ['batch_price_changed', 'price'],
])('a batch that %s stopped is announced once, after its sent jobs ended', async (problem, stopReason) => {
  const [a = ''] = world.add({ state: 'queued', batch: 'night' }, 5)
  world.move([a], 'running')
  world.setBatch('night', 'paused', problem)
  expect(await check()).toEqual([])
  world.move([a], 'saved')
  expect(await check()).toMatchObject([{ saved: 1, unsent: 4, stopReason }])
})

test('a batch held by a limit is announced once, and again at its end', async () => {
  const ids = world.add({ state: 'queued', batch: 'night' }, 2)
  world.now.holds.set('other', 'budget')
  expect(await check()).toEqual([])
  world.now.holds.set('c', 'budget')
  expect(await check()).toMatchObject([{ unsent: 2, stopReason: 'budget' }])
  world.now.holds.clear()
  await check()
  world.now.holds.set('c', 'budget')
  expect(await check(), 'the same stop is not announced again').toHaveLength(1)
  world.now.holds.clear()
  world.move(ids, 'saved')
  await check()
  expect(await check()).toMatchObject([{ stopReason: 'budget' }, { saved: 2, unsent: 0, stopReason: null }])
})

/** Pauses the batch, because it reached this limit. */
const pauseAtCap = (cap: number) => {
  world.setBatch('night', 'paused', 'batch_cap_reached')
  world.database.run("UPDATE batches SET cap = ? WHERE id = 'night'", cap)
}

test('a batch held at its own limit is also announced at its end, across restarts', async () => {
  const ids = world.add({ state: 'queued', batch: 'night' }, 3)
  world.move(ids.slice(0, 1), 'saved')
  pauseAtCap(5)
  expect(await check()).toMatchObject([{ saved: 1, unsent: 2, stopReason: 'cap' }])
  watch = world.start()
  expect(await check(), 'the stop is not announced again after a restart').toHaveLength(1)
  world.setBatch('night', 'running', null)
  world.move(ids.slice(1), 'saved')
  watch = world.start()
  expect(await check()).toMatchObject([{}, { saved: 3, unsent: 0, stopReason: null }])
  watch = world.start()
  expect(await check(), 'its end is not announced again after a restart').toHaveLength(2)
})

test('a batch that reaches a raised limit is announced again, and once at its end although its last jobs are cancelled', async () => {
  const ids = world.add({ state: 'queued', batch: 'night' }, 4)
  world.move(ids.slice(0, 1), 'saved')
  pauseAtCap(5)
  await check()
  world.move(ids.slice(1, 2), 'saved')
  pauseAtCap(9)
  expect(await check()).toMatchObject([{ unsent: 3 }, { unsent: 2, stopReason: 'cap' }])
  world.move(ids.slice(2), 'cancelled')
  await check()
  expect(await check()).toMatchObject([{}, {}, { saved: 2, unsent: 0, stopReason: null }])
})

test('a batch whose results wait for disk space is announced at once', async () => {
  world.add({ state: 'running', batch: 'night', sentAt: 1 })
  world.add({ state: 'saving', batch: 'night', sentAt: 1, problem: 'disk_full' })
  expect(await check()).toMatchObject([{ stopReason: 'disk' }])
})

test('many running batches need no more statements than one', async () => {
  const count = async (): Promise<number> => {
    const spies = [vi.spyOn(world.database, 'get'), vi.spyOn(world.database, 'all')]
    await check()
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  }
  world.add({ state: 'saving', batch: 'night', sentAt: 1 })
  const one = await count()
  vi.restoreAllMocks()
  for (let n = 0; n < 30; n++) {
    world.addBatch(`b${n}`)
    world.add({ state: 'saving', batch: `b${n}`, sentAt: 1 })
  }
  expect(await count()).toBe(one)
})

test('a full disk is announced once, although the announcement cannot be recorded', async () => {
  world.database.exec(
    "CREATE TRIGGER full BEFORE UPDATE ON batches BEGIN SELECT raise(ABORT, 'disk full'); END",
  )
  world.add({ state: 'saved', batch: 'night' })
  await check()
  expect(await check()).toHaveLength(1)
})

test('a pause, the wait after a start and a cancelled batch are not announced', async () => {
  const ids = world.add({ state: 'queued', batch: 'night' }, 2)
  world.setBatch('night', 'paused', null)
  await check()
  world.setBatch('night', 'waiting', null)
  await check()
  world.move(ids, 'cancelled')
  expect(await check()).toEqual([])
})

test('nothing is announced if the setting is off, not even later', async () => {
  world.now.settings.announceBatches = false
  world.add({ state: 'saved', batch: 'night' })
  await check()
  world.now.settings.announceBatches = true
  expect(await check()).toEqual([])
})

const job = (over: Partial<Job>): Job => ({
  id: 'j',
  state: 'saved',
  operation: 'draw',
  model: { slug: 'm', name: 'M' },
  connection: { id: 'c', name: 'C' },
  title: 'a long video',
  progress: null,
  preview: 0,
  price: 5,
  quotedAt: 0,
  seed: null,
  width: null,
  height: null,
  requestId: null,
  createdAt: 0,
  sentAt: 0,
  finishedAt: 30_000,
  tookMs: 30_000,
  waitsUntil: null,
  problem: null,
  assets: [],
  replaces: null,
  batch: null,
  ...over,
})
const emit = (...jobs: Job[]) => {
  watch.onEvent({ type: 'jobs.changed', jobs })
  return world.announced()
}

test('a long single job is announced once, a short one or one of a batch is not', () => {
  emit(job({ id: 'short', tookMs: 29_999 }), job({ id: 'member', batch: 'night' }), job({ state: 'running' }))
  expect(world.announced()).toEqual([])
  emit(job({}))
  expect(emit(job({}))).toMatchObject([
    { about: 'job', name: 'a long video', saved: 1, quoted: 5, playSound: false },
  ])
})

test('a job that needs a decision is announced however short it was', () => {
  world.now.settings.announceWithSound = true
  expect(emit(job({ state: 'uncertain', tookMs: null }))).toMatchObject([{ uncertain: 1, playSound: true }])
  world.now.settings.announceJobs = false
  expect(emit(job({ id: 'k', state: 'failed' }))).toHaveLength(1)
})
