import { expect, it } from 'vitest'
import { addJob, databaseWorld } from '../../testing/worlds/databaseWorld.ts'
import { migrations } from './index.ts'

it('marks batches that ended before the migration as notified, and no open ones', async () => {
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
  const { database } = open()
  expect(database.all('SELECT id, end_reported FROM batches ORDER BY id')).toEqual([
    { id: 'over', end_reported: 1 },
    { id: 'runs', end_reported: 0 },
    { id: 'waits', end_reported: 0 },
  ])
})

it('treats notifications about batches with open jobs as notifications about their stop', async () => {
  const { open } = databaseWorld()
  const old = open(migrations.slice(0, 6))
  for (const [id, state, code] of [
    ['over', 'saved', null],
    ['at its cap', 'queued', 'batch_cap_reached'],
    ['without money', 'queued', 'batch_balance'],
    ['goes on', 'running', null],
  ] as const) {
    old.database.run(
      `INSERT INTO batches (id, press, name, state, problem, connection_id, operation, axes, cap, created_at)
         VALUES (?1, ?1, 'Night', ?2, ?3, 'c', 'o', '[]', 5, 7)`,
      id,
      code === null ? 'running' : 'paused',
      code && JSON.stringify({ code, money: 'not_charged' }),
    )
    addJob(old, `job of ${id}`, state)
    old.database.run('UPDATE jobs SET batch_id = ? WHERE id = ?', id, `job of ${id}`)
    old.database.run('INSERT INTO batch_news VALUES (?, 8)', id)
  }
  await old.close()
  const news = open().database.all('SELECT id, end_reported, stop_reported FROM batches ORDER BY id')
  expect(news).toEqual([
    { id: 'at its cap', end_reported: 0, stop_reported: 'cap 5' },
    { id: 'goes on', end_reported: 0, stop_reported: null },
    { id: 'over', end_reported: 1, stop_reported: null },
    { id: 'without money', end_reported: 0, stop_reported: 'budget' },
  ])
})
