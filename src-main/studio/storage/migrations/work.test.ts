import { expect, it } from 'vitest'
import { addJob, databaseWorld } from '../../testing/databaseWorld.ts'
import { migrations } from './index.ts'

it('counts batches that were over before as told, and those still at work not', async () => {
  const { open } = databaseWorld()
  const old = open(migrations.slice(0, 2))
  for (const [id, state] of [
    ['over', 'saved'],
    ['waits', 'queued'],
    ['runs', 'running'],
  ] as const) {
    old.database.run(
      `INSERT INTO batches (id, press, name, state, connection_id, operation, axes, created_at)
         VALUES (?1, ?1, 'Night', 'running', 'c', 'o', '[]', 7)`,
      id,
    )
    addJob(old, `job of ${id}`, state)
    old.database.run('UPDATE jobs SET batch_id = ? WHERE id = ?', id, `job of ${id}`)
  }
  await old.close()
  expect(open().database.all('SELECT * FROM batch_news')).toEqual([{ batch_id: 'over', told_at: 7 }])
})
