import { expect, it } from 'vitest'
import { addJob, databaseWorld } from '../../testing/worlds/databaseWorld.ts'
import { migrations } from './index.ts'

it('keeps the values of renamed tables and columns', async () => {
  const { open } = databaseWorld()
  const old = open(migrations.slice(0, 12))
  addJob(old, 'a', 'saving')
  old.database.run('UPDATE jobs SET lane = 1')
  old.database
    .run(`INSERT INTO batches (id, press, name, state, connection_id, operation, axes, created_at, end_told, stop_told)
    VALUES ('b', 'click-b', 'Night', 'running', 'c', 'o', '[]', 7, 1, 'budget')`)
  old.database.run("INSERT INTO balance_watch (connection_id, low, key_mark) VALUES ('c', 5, 'mark')")
  old.database.run("INSERT INTO arrivals VALUES ('library/a.png', 'a', '{}')")
  old.database.run("INSERT INTO doomed_files VALUES ('library/b.png')")
  await old.close()

  const { database } = open()
  expect(database.all('SELECT idempotency_key, priority FROM jobs')).toEqual([
    { idempotency_key: 'click-a', priority: 1 },
  ])
  expect(database.all('SELECT idempotency_key, end_reported, stop_reported FROM batches')).toEqual([
    { idempotency_key: 'click-b', end_reported: 1, stop_reported: 'budget' },
  ])
  expect(database.all('SELECT warn_below, key_fingerprint FROM balance_watch')).toEqual([
    { warn_below: 5, key_fingerprint: 'mark' },
  ])
  expect(database.all('SELECT job_id FROM download_journal')).toEqual([{ job_id: 'a' }])
  expect(database.all('SELECT path FROM pending_deletions')).toEqual([{ path: 'library/b.png' }])
})
