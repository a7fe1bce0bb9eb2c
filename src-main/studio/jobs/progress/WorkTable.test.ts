import { expect, test } from 'vitest'
import { workWorld } from './testing.ts'
import { WorkTable } from './WorkTable.ts'

test('open jobs are counted together by batch, collection and whether they were sent', () => {
  const { database, add, addBatch } = workWorld()
  const table = new WorkTable(database)
  addBatch('night')
  database.run(
    "INSERT INTO collections (id, name, name_key, created_at) VALUES ('posters', 'Posters', 'posters', 1)",
  )
  const posters = add({ state: 'queued' }, 2)
  database.run(
    "UPDATE jobs SET collection_id = 'posters' WHERE id IN (SELECT value FROM json_each(?))",
    JSON.stringify(posters),
  )
  add({ state: 'queued' })
  add({ state: 'running', sentAt: 5 })
  add({ state: 'queued', batch: 'night', held: true }, 3)
  add({ state: 'saved', sentAt: 1, finishedAt: 2 })
  const groups = table
    .activeJobs()
    .map(({ batch, collection, isSent, isHeld, jobs }) => ({ batch, collection, isSent, isHeld, jobs }))
  const single = { batch: null, collection: null, isSent: false, isHeld: false, jobs: 1 }
  expect(groups).toHaveLength(4)
  expect(groups).toEqual(
    expect.arrayContaining([
      single,
      { ...single, isSent: true },
      { ...single, collection: 'posters', jobs: 2 },
      { ...single, batch: 'night', isHeld: true, jobs: 3 },
    ]),
  )
})

test('the history of a model lists its newest saved jobs first', () => {
  const { database, add } = workWorld()
  add({ state: 'saved', sentAt: 1, finishedAt: 20 })
  add({ state: 'failed', sentAt: 2, finishedAt: 40 })
  add({ state: 'saved', sentAt: 3, finishedAt: 30, priority: 1 })
  expect(new WorkTable(database).history({ connectionId: 'c', operation: 'draw', model: 'm' })).toEqual([
    { sentAt: 3, finishedAt: 30, priority: 1 },
    { sentAt: 1, finishedAt: 20, priority: 0 },
  ])
})

test('the history of a model leaves out jobs whose end was noticed late or whose result waited for its download', () => {
  const { database, add } = workWorld()
  const minute = 60_000
  add({ state: 'saved', sentAt: 0, doneAt: null, finishedAt: minute })
  add({ state: 'saved', sentAt: 0, doneAt: 5000, finishedAt: 5001 + minute })
  add({ state: 'saved', sentAt: 0, doneAt: 5000, finishedAt: 5000 + minute })
  add({ state: 'saved', sentAt: 0, doneAt: 2 * minute, finishedAt: 4 * minute })
  const history = new WorkTable(database).history({ connectionId: 'c', operation: 'draw', model: 'm' })
  expect(history.map(({ finishedAt }) => finishedAt)).toEqual([4 * minute, 5000 + minute])
})

test('a job that waits for the user counts as done; one sent earlier and closed since does not', () => {
  const { database, add } = workWorld()
  add({ state: 'saved', sentAt: 5, finishedAt: 20 })
  add({ state: 'closed', sentAt: 5, finishedAt: 20 })
  add({ state: 'closed', sentAt: 12, finishedAt: 20 })
  add({ state: 'uncertain', sentAt: 12 })
  expect(new WorkTable(database).countSince(10)).toEqual({ done: 3, needAttention: 1 })
})
