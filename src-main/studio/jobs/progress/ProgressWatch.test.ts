import { beforeEach, expect, test } from 'vitest'
import { workWorld } from './testing.ts'

let world: ReturnType<typeof workWorld>
let watch: ReturnType<typeof world.start>
beforeEach(() => {
  world = workWorld()
  watch = world.start()
})
const seen = async () => {
  watch.onEvent({ type: 'queue.changed' })
  await world.clock.advance(1000)
  return watch.progress
}
const idle = { done: 0, total: 0, fraction: 0, isActive: false, needsAttention: false }

test('progress counts from the first job after an idle queue to the last, and then begins again', async () => {
  world.add({ state: 'saved', sentAt: 1, finishedAt: world.clock.now() - 5000 }, 3)
  expect(await seen()).toEqual(idle)
  const [a = '', b = '', c = ''] = world.add({ state: 'queued' }, 3)
  expect(await seen()).toMatchObject({ done: 0, total: 3, isActive: true, needsAttention: false })
  world.move([a, b], 'running')
  world.now.live = 0.9
  expect(await seen()).toMatchObject({ done: 0, total: 3, fraction: 0.3 })
  world.move([a], 'saved')
  world.move([b], 'failed')
  const [d = ''] = world.add({ state: 'queued' })
  world.now.live = 0
  expect(await seen()).toMatchObject({ done: 2, total: 4, fraction: 0.5 })
  world.move([c, d], 'saved')
  expect(await seen()).toEqual(idle)
  world.add({ state: 'queued' })
  expect(await seen()).toMatchObject({ done: 0, total: 1 })
})

test('progress is sent once for simultaneous changes, and not again without changes', async () => {
  const ids = world.add({ state: 'queued' }, 50)
  for (const id of ids) {
    world.move([id], 'running')
    watch.onEvent({ type: 'queue.changed' })
  }
  await world.clock.advance(1000)
  await seen()
  expect(world.events.filter(({ type }) => type === 'progress')).toHaveLength(1)
})

test('cancelled jobs leave the count, failed ones stay in it until the run is over', async () => {
  const [a = '', b = '', c = ''] = world.add({ state: 'queued' }, 3)
  await seen()
  world.move([a, b], 'running')
  world.move([a], 'uncertain')
  world.move([c], 'cancelled')
  expect(await seen()).toMatchObject({ done: 1, total: 2, isActive: true, needsAttention: true })
  world.move([b], 'saved')
  expect(await seen(), 'nothing is shown while no job can run').toEqual(idle)
})

test('work held by a limit, or by the batch’s own limit, needs attention and is not active', async () => {
  world.addBatch('night')
  const [a = ''] = world.add({ state: 'queued', batch: 'night' }, 3)
  await seen()
  world.now.holds.set('c', 'budget')
  expect(await seen()).toMatchObject({ done: 0, total: 3, isActive: false, needsAttention: true })
  world.now.holds.clear()
  world.move([a], 'running')
  world.move([a], 'saved')
  expect(await seen()).toMatchObject({ done: 1, total: 3, isActive: true, needsAttention: false })
  world.setBatch('night', 'paused', 'batch_cap_reached')
  expect(await seen()).toMatchObject({ done: 1, total: 3, isActive: false, needsAttention: true })
  world.setBatch('night', 'running', null)
  expect(await seen()).toMatchObject({ done: 1, total: 3, isActive: true, needsAttention: false })
})

test('paused work is idle once the sent jobs have ended, and so is work that has waited since the start', async () => {
  world.addBatch('night')
  const [a = ''] = world.add({ state: 'queued', batch: 'night' }, 3)
  await seen()
  world.move([a], 'running')
  world.now.paused = true
  expect(await seen()).toMatchObject({ done: 0, total: 3, isActive: true })
  world.move([a], 'saved')
  expect(await seen()).toEqual(idle)
  world.now.paused = false
  world.setBatch('night', 'waiting', null)
  expect(await seen()).toEqual(idle)
  world.setBatch('night', 'paused', 'batch_cap_reached')
  expect(await seen(), 'the jobs are not of this session').toEqual(idle)
})

test('a result that waits for disk space needs attention', async () => {
  world.add({ state: 'saving', sentAt: 1, problem: 'disk_full' })
  expect(await seen()).toMatchObject({ isActive: true, needsAttention: true })
})

test('a closed watch checks nothing', async () => {
  watch.close()
  world.add({ state: 'queued' })
  expect(await seen()).toEqual(idle)
  expect(world.clock.pending()).toBe(0)
})

test('a failed read of the database is logged, and the watch continues', async () => {
  world.database.exec('DROP INDEX jobs_to_come')
  await seen()
  expect(world.log.lines).toHaveLength(1)
  world.database.exec(
    "CREATE INDEX jobs_to_come ON jobs(state) WHERE state IN ('queued', 'sending', 'running', 'saving')",
  )
  world.add({ state: 'queued' })
  expect(await seen()).toMatchObject({ total: 1 })
})
