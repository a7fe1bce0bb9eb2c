import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { preparedJob } from '../engine/testEngine.ts'
import { JobStore } from './JobStore.ts'
import { QueueOrder } from './QueueOrder.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

let store: JobStore
let order: QueueOrder
let all: string[]

beforeEach(() => {
  const database = migratedDatabase()
  onTestFinished(() => database.close())
  store = new JobStore({ database, onUnreadableRow: () => {}, onChange: () => {} })
  order = new QueueOrder(database)
  all = []
})

/** Three single jobs and three of a batch, in the order of their names. */
const enqueue = () => {
  for (const priority of [0, 1])
    for (const n of [1, 2, 3]) {
      const id = `${priority === 0 ? 'single' : 'batch'} ${n}`
      store.insert({ ...preparedJob, id, idempotencyKey: id, replaces: null, createdAt: 1, priority })
      all.push(id)
    }
}
const inOrder = () => order.unsent({ ids: all }).map(({ id }) => id)

test.each([
  [
    'the front',
    'front',
    ['batch 3', 'single 3', 'single 2'],
    ['single 2', 'single 3', 'single 1', 'batch 3', 'batch 1', 'batch 2'],
  ],
  [
    'the back',
    'back',
    ['batch 1', 'single 2', 'single 1'],
    ['single 3', 'single 1', 'single 2', 'batch 2', 'batch 3', 'batch 1'],
  ],
  [
    'before a single job',
    { before: 'single 2' },
    ['batch 3', 'single 3'],
    ['single 1', 'single 3', 'single 2', 'batch 3', 'batch 1', 'batch 2'],
  ],
] as const)('jobs that are moved to %s keep their priority and their relative order', (_, to, ids, after) => {
  enqueue()
  expect(order.move([...ids], to)).toBe(ids.length)
  expect(inOrder()).toEqual(after)
})

test('jobs that are moved before one that was sent meanwhile move to the front of their priority', () => {
  enqueue()
  store.move('single 1', 'sending')
  expect(order.move(['single 3', 'batch 3'], { before: 'single 1' })).toBe(2)
  expect(inOrder()).toEqual(['single 3', 'single 2', 'batch 3', 'batch 1', 'batch 2'])
})

test('jobs that were sent or do not exist are not moved', () => {
  enqueue()
  store.move('single 3', 'sending')
  expect(order.move(['single 3', 'nothing', 'single 2'], 'front')).toBe(1)
  expect(inOrder().slice(0, 2)).toEqual(['single 2', 'single 1'])
})

test('a job is moved directly behind the first one any number of times, although the ranks get closer together', () => {
  enqueue()
  for (let n = 0; n < 60; n++) {
    const [first, second, third = ''] = inOrder()
    order.move([third], { before: second ?? '' })
    expect(inOrder().slice(0, 3)).toEqual([first, third, second])
  }
})
