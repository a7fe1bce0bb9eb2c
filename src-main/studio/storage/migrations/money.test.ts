import { expect, it } from 'vitest'
import { addJob, databaseWorld } from '../../testing/worlds/databaseWorld.ts'
import { migrations } from './index.ts'

it('sums the existing ledger by the last entry of each job, and adds later entries', async () => {
  const { open } = databaseWorld()
  const old = open(migrations.slice(0, 4))
  const enter = (database: typeof old.database, id: string, entry: string, amount: number, at: number) =>
    database.run('INSERT INTO ledger (job_id, entry, amount, at) VALUES (?, ?, ?, ?)', id, entry, amount, at)
  for (const [id, ...entries] of [
    ['paid', 'quoted', 'accepted'],
    ['waits', 'quoted'],
    ['refused', 'quoted', 'released'],
  ] as const) {
    addJob(old, id, 'saved')
    for (const entry of entries) enter(old.database, id, entry, 5, 1_000_000)
  }
  await old.close()
  const { database } = open()
  const cells = () =>
    database
      .all('SELECT quarter, entry, model, jobs, amount FROM spend_cells WHERE jobs > 0 ORDER BY entry')
      .map((row) => Object.values(row))
  expect(cells()).toEqual([
    [1, 'accepted', 's', 1, 5],
    [1, 'quoted', 's', 1, 5],
  ])
  enter(database, 'waits', 'accepted', 5, 2_000_000)
  enter(database, 'paid', 'refunded', 5, 2_000_000)
  expect(cells()).toEqual([
    [2, 'accepted', 's', 1, 5],
    [2, 'refunded', 's', 1, 5],
  ])
})
