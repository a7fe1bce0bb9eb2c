import { expect, it } from 'vitest'
import { addJob, databaseWorld } from '../../testing/worlds/databaseWorld.ts'
import { migrations } from './index.ts'

it('renames the limit scopes of a run and a session, also in stored problems', async () => {
  const { open } = databaseWorld()
  const old = open(migrations.slice(0, 11))
  for (const [scope, cap] of [
    ['press', 1],
    ['sitting', 2],
    ['day', 3],
  ] as const)
    old.database.run('INSERT INTO budgets VALUES (?, ?)', scope, cap)
  const problem = JSON.stringify({ code: 'budget_full', money: 'none', params: { scope: 'sitting', cap: 2 } })
  addJob(old, 'held', 'queued')
  old.database.run('UPDATE jobs SET problem = ?', problem)
  await old.close()

  const { database } = open()
  expect(database.all('SELECT scope, cap FROM budgets ORDER BY cap')).toEqual([
    { scope: 'run', cap: 1 },
    { scope: 'session', cap: 2 },
    { scope: 'day', cap: 3 },
  ])
  const held = database.get('SELECT problem FROM jobs')
  expect(JSON.parse(String(held?.['problem']))).toMatchObject({ params: { scope: 'session' } })
})

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

it('renames the sums of unsent jobs, and the money and the message in stored problems', async () => {
  const { open } = databaseWorld()
  const old = open(migrations.slice(0, 24))
  old.database.run("INSERT INTO spend_sums VALUES ('all', 'held', -1, 30), ('all', 'used', -1, 5)")
  addJob(old, 'failed', 'failed')
  const text = 'a "held": and a "serviceWords": in the message'
  const problem = { code: 'job_failed', money: 'refunded', serviceWords: text, params: { held: 20 } }
  old.database.run('UPDATE jobs SET problem = ?', JSON.stringify(problem))
  old.database.run(
    `INSERT INTO batches (id, idempotency_key, name, state, problem, connection_id, operation, axes, created_at)
       VALUES ('b', 'click-b', 'Night', 'paused', ?, 'c', 'o', '[]', 7)`,
    JSON.stringify(problem),
  )
  await old.close()

  const { database } = open()
  expect(database.all('SELECT scope, kind, quarter, amount FROM spend_sums ORDER BY kind')).toEqual([
    { scope: 'all', kind: 'unsent', quarter: -1, amount: 30 },
    { scope: 'all', kind: 'used', quarter: -1, amount: 5 },
  ])
  for (const table of ['jobs', 'batches'])
    expect(JSON.parse(String(database.get(`SELECT problem FROM ${table}`)?.['problem']))).toEqual({
      code: 'job_failed',
      money: 'refunded',
      serviceMessage: text,
      params: { reserved: 20 },
    })
})
