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

it('drops unused tables, keeps which batches the user was notified about, and removes empty sums', async () => {
  const { open } = databaseWorld()
  const old = open(migrations.slice(0, 10))
  for (const id of ['over', 'stopped', 'new'])
    old.database.run(
      `INSERT INTO batches (id, press, name, state, connection_id, operation, axes, created_at)
         VALUES (?1, ?1, 'Night', 'running', 'c', 'o', '[]', 7)`,
      id,
    )
  old.database.run("INSERT INTO batch_news VALUES ('over', 8, 1, NULL), ('stopped', 8, 0, 'cap 5')")
  old.database.run("INSERT INTO learnt_limits (lane, updated_at) VALUES ('lane', 1)")
  const cell = 'INSERT INTO spend_cells VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'
  old.database.run(cell, 1, 'quoted', 'c', 'o', 'm', '', '', 0, 0)
  old.database.run(cell, 1, 'accepted', 'c', 'o', 'm', '', '', 2, 10)
  await old.close()

  const { database } = open()
  expect(database.all('SELECT id, end_reported, stop_reported FROM batches ORDER BY id')).toEqual([
    { id: 'new', end_reported: 0, stop_reported: null },
    { id: 'over', end_reported: 1, stop_reported: null },
    { id: 'stopped', end_reported: 0, stop_reported: 'cap 5' },
  ])
  expect(database.all('SELECT entry, jobs, amount FROM spend_cells')).toEqual([
    { entry: 'accepted', jobs: 2, amount: 10 },
  ])
  const gone = "SELECT name FROM sqlite_master WHERE name IN ('learnt_limits', 'batch_news')"
  expect(database.all(gone)).toEqual([])
})
