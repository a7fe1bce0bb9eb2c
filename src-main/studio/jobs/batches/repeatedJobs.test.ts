import { beforeEach, expect, test } from 'vitest'
import { preparedJob } from '../engine/testEngine.ts'
import { createBatchWorld } from '../../testing/worlds/createBatchWorld.ts'

let world: ReturnType<typeof createBatchWorld>
beforeEach(() => {
  world = createBatchWorld()
})

/** A batch of three jobs. The first two ended in this state, and the first was repeated. */
const repeatFirst = async (state: string) => {
  const { id: batch } = await world.enqueue(3)
  const ids = world.page({ batch }).ids
  const [first = '', second = ''] = ids
  for (const id of [first, second])
    world.database.run('UPDATE jobs SET state = ?, finished_at = 1 WHERE id = ?', state, id)
  world.store.insert({
    ...preparedJob,
    price: 10,
    id: 'again',
    idempotencyKey: 'again',
    replaces: first,
    batch,
    createdAt: 1,
  })
  const filter = { batch, states: ['queued' as const, 'failed' as const, 'saved' as const] }
  const { ids: page, total } = world.page(filter)
  const [summed] = world.batches.list().batches
  return { first, second, page, total, summed }
}

test('replaces a failed job with its repetition in the queue, in the list and in the sums', async () => {
  const { first, second, page, total, summed } = await repeatFirst('failed')
  expect(page).toEqual(['again', expect.any(String), second])
  expect(page).not.toContain(first)
  expect(total).toBe(3)
  expect(summed).toMatchObject({ jobs: 3, unsent: 2, failed: 1, quoted: 30 })
  expect(world.store.page(null, null, 9).map(({ id }) => id)).not.toContain(first)
})

test('keeps a saved job next to its repetition', async () => {
  const { first, page, total, summed } = await repeatFirst('saved')
  expect(page).toContain(first)
  expect(total).toBe(4)
  expect(summed).toMatchObject({ jobs: 4, unsent: 2, saved: 2 })
})
