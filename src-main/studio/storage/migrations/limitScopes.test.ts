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
