import { expect, test } from 'vitest'
import { workWorld } from './testing.ts'
import { WorkTable } from './WorkTable.ts'

test('open jobs are counted together by batch, collection and whether they were sent', () => {
  const { database, add, addBatch } = workWorld()
  const table = new WorkTable(database)
  addBatch('night')
  database.run("INSERT INTO collections (id, name, created_at) VALUES ('posters', 'Posters', 1)")
  const posters = add({ state: 'queued' }, 2)
  database.run(
    "UPDATE jobs SET collection_id = 'posters' WHERE id IN (SELECT value FROM json_each(?))",
    JSON.stringify(posters),
  )
  add({ state: 'queued' })
  add({ state: 'running', sentAt: 5 })
  add({ state: 'queued', batch: 'night', held: true }, 3)
  add({ state: 'saved', sentAt: 1, finishedAt: 2 })
  const bundles = table
    .activeJobs()
    .map(({ batch, collection, isSent, isHeld, jobs }) => ({ batch, collection, isSent, isHeld, jobs }))
  const single = { batch: null, collection: null, isSent: false, isHeld: false, jobs: 1 }
  expect(bundles).toHaveLength(4)
  expect(bundles).toEqual(
    expect.arrayContaining([
      single,
      { ...single, isSent: true },
      { ...single, collection: 'posters', jobs: 2 },
      { ...single, batch: 'night', isHeld: true, jobs: 3 },
    ]),
  )
})
