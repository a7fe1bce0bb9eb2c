import { expect, it } from 'vitest'
import { addJob, databaseWorld } from '../../testing/worlds/databaseWorld.ts'
import { migrations } from './index.ts'

const failure = (refunded: unknown) => JSON.stringify({ phase: 'failed', failure: { refunded } })
const problem = (money: string) => JSON.stringify({ code: 'job_failed', money, serviceWords: 'broke' })

it('adds an "unconfirmed" entry for refunds that the service didn’t state, corrects the problems’ money, and keeps existing ledger entries', async () => {
  const { open } = databaseWorld()
  const old = open(migrations.slice(0, 8))
  const fail = (id: string, result: string | null, money: string, entries: readonly string[]) => {
    addJob(old, id, 'failed')
    old.database.run('UPDATE jobs SET result = ?, problem = ? WHERE id = ?', result, problem(money), id)
    for (const entry of entries)
      old.database.run('INSERT INTO ledger (job_id, entry, amount, at) VALUES (?, ?, 5, 1000000)', id, entry)
  }
  fail('stated', failure(true), 'refunded', ['quoted', 'accepted', 'refunded'])
  fail('kept', failure(false), 'unknown', ['quoted', 'accepted'])
  fail('silent', failure(null), 'not_charged', ['quoted', 'accepted', 'refunded'])
  fail('no details', JSON.stringify({ phase: 'failed', failure: null }), 'not_charged', [
    'accepted',
    'refunded',
  ])
  fail('damaged', '{', 'not_charged', ['accepted', 'refunded'])
  addJob(old, 'saved', 'saved')
  old.database.run("INSERT INTO ledger (job_id, entry, amount, at) VALUES ('saved', 'accepted', 5, 1000000)")
  const before = old.database.all('SELECT * FROM ledger ORDER BY id')
  const last = Number(before.at(-1)?.['id'])
  await old.close()

  const { database } = open()
  expect(database.all('SELECT * FROM ledger WHERE id <= ? ORDER BY id', last)).toEqual(before)
  const added = database.all('SELECT job_id, entry, amount, at FROM ledger WHERE id > ?', last)
  expect(added.map((row) => Object.values(row))).toEqual(
    ['silent', 'no details', 'damaged'].map((id) => [id, 'unconfirmed', 5, 1_000_000]),
  )
  const money = database.all(
    "SELECT id, json_extract(problem, '$.money') AS money, json_extract(problem, '$.serviceMessage') AS words FROM jobs WHERE state = 'failed'",
  )
  expect(Object.fromEntries(money.map((row) => [row['id'], [row['money'], row['words']]]))).toEqual({
    stated: ['refunded', 'broke'],
    kept: ['charged', 'broke'],
    silent: ['refund_unconfirmed', 'broke'],
    'no details': ['refund_unconfirmed', 'broke'],
    damaged: ['refund_unconfirmed', 'broke'],
  })
  // Report sums count each job once, under its last ledger entry, also after later entries.
  database.run("INSERT INTO ledger (job_id, entry, amount, at) VALUES ('silent', 'refunded', 5, 1000000)")
  const cells = database.all('SELECT entry, jobs, amount FROM spend_cells WHERE jobs > 0 ORDER BY entry')
  expect(cells.map((row) => Object.values(row))).toEqual([
    ['accepted', 2, 10],
    ['refunded', 2, 10],
    ['unconfirmed', 2, 10],
  ])
})

it('assigns sent jobs to the current account of their connection, and unsent jobs to none', async () => {
  const { open } = databaseWorld()
  const old = open(migrations.slice(0, 8))
  old.database.run("INSERT INTO balance_watch (connection_id, account) VALUES ('c', 3)")
  addJob(old, 'sent', 'saved')
  addJob(old, 'unsent', 'queued')
  await old.close()
  const { database } = open()
  const accounts = database.all('SELECT id, account FROM jobs ORDER BY id').map((row) => Object.values(row))
  expect(accounts).toEqual([
    ['sent', 3],
    ['unsent', 0],
  ])
})
