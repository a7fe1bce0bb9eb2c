import { beforeEach, expect, test } from 'vitest'
import { createBatchWorld, PRICE } from '../../testing/worlds/createBatchWorld.ts'
import { listTryable, readSelection } from './Queue.ts'

let world: ReturnType<typeof createBatchWorld>
beforeEach(() => {
  world = createBatchWorld()
})

const setState = (id: string | undefined, state: string, problem: string | null = null) =>
  world.database.run('UPDATE jobs SET state = ?, problem = ? WHERE id = ?', state, problem, id ?? '')

test('sums the jobs of a selection by the actions they allow', async () => {
  const { id: batch } = await world.enqueue(8)
  const ids = world.page({ batch }).ids
  setState(ids[0], 'saved')
  setState(ids[1], 'failed')
  setState(ids[2], 'rejected')
  setState(ids[3], 'unsaved')
  setState(ids[4], 'running')
  setState(ids[5], 'queued', '{"code":"service_unreachable","money":"not_charged"}')
  expect(readSelection(world.database, { ids: [...ids.slice(0, 7), 'unknown'] })).toEqual({
    jobs: 7,
    quoted: 7 * PRICE,
    unsent: { jobs: 2, quoted: 2 * PRICE },
    waiting: 2,
    failed: 2,
    saved: 1,
  })
  expect(listTryable(world.database, { ids })).toEqual([ids[3], ids[5]])
})

test('a job on hold with a problem is neither counted nor listed as one that can be tried again', async () => {
  const { id: batch } = await world.enqueue(2)
  const [first = '', second = ''] = world.page({ batch }).ids
  for (const id of [first, second]) setState(id, 'queued', '{"code":"price_changed","money":"not_charged"}')
  world.database.run('UPDATE jobs SET held = 1 WHERE id = ?', first)
  expect(readSelection(world.database, { ids: [first, second] }).waiting).toBe(1)
  expect(listTryable(world.database, { ids: [first, second] })).toEqual([second])
})

test('a selected job that was retried no longer counts', async () => {
  const { id: batch } = await world.enqueue(2)
  const [first = '', second = ''] = world.page({ batch }).ids
  setState(first, 'failed')
  world.database.run('UPDATE jobs SET replaces = ? WHERE id = ?', first, second)
  expect(readSelection(world.database, { ids: [first] })).toMatchObject({ jobs: 0, quoted: 0, failed: 0 })
})
