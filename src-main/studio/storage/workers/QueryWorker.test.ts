import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { memoryLog } from '../../testing/memoryLog.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { testQueries } from '../../testing/testQueries.ts'
import { Database } from '../database/Database.ts'
import { QueryWorker } from './QueryWorker.ts'

function setUp(thread = '../../testing/queryTestThread.ts') {
  const file = join(temporaryFolder(), 'easel.db')
  const database = new Database(file)
  database.exec('CREATE TABLE things (n INTEGER); INSERT INTO things VALUES (1), (2), (3)')
  const log = memoryLog()
  const url = new URL(thread, import.meta.url)
  const worker = new QueryWorker({ thread: url, file, database, queries: testQueries, log })
  onTestFinished(async () => {
    await worker.close()
    database.close()
  })
  return { database, worker, log, ask: worker.query }
}

test('a query sees what was committed before it was called', async () => {
  const { ask, database } = setUp()
  expect(await ask('count', { above: 1 })).toBe(2)
  database.run('INSERT INTO things VALUES (4)')
  expect(await ask('count', { above: 1 })).toBe(3)
})

test('a query that would write is rejected and changes nothing', async () => {
  const { ask } = setUp()
  await expect(ask('write', { n: 9 })).rejects.toThrow(/readonly|read-only|query_only/i)
  expect(await ask('count', { above: 0 })).toBe(3)
})

test('other queries run between the slices of a query', async () => {
  const { ask, database } = setUp()
  const endless = ask('endless', undefined)
  expect(await ask('count', { above: 0 })).toBe(3)
  database.run('INSERT INTO things VALUES (0)')
  expect(await endless).toBe(0)
})

test('a later request of the same view supersedes the earlier one, and no other', async () => {
  const { ask, database } = setUp()
  const first = ask('endless', undefined, 'search')
  const other = ask('endless', undefined, 'another search')
  const second = ask('count', { above: 2 }, 'search')
  await expect(first).rejects.toMatchObject({ problem: { code: 'superseded' } })
  expect(await second).toBe(1)
  database.run('INSERT INTO things VALUES (0)')
  expect(await other).toBe(0)
})

test('a query in the background waits while others run, also those that were called later', async () => {
  const { ask, database } = setUp()
  const ended: string[] = []
  const later = ask('countLater', { above: 0 }).then(() => ended.push('later'))
  const endless = ask('endless', undefined).then(() => ended.push('endless'))
  for (let n = 0; n < 3; n++) await ask('count', { above: 0 })
  expect(ended).toEqual([])
  database.run('INSERT INTO things VALUES (0)')
  await Promise.all([later, endless])
  expect(ended).toEqual(['endless', 'later'])
})

test('a query in the background that is superseded before it starts never runs', async () => {
  const { ask, database } = setUp()
  const endless = ask('endless', undefined)
  const first = ask('countLater', { above: 0 }, 'counts')
  const second = ask('countLater', { above: 1 }, 'counts')
  await expect(first).rejects.toMatchObject({ problem: { code: 'superseded' } })
  database.run('INSERT INTO things VALUES (0)')
  expect([await endless, await second]).toEqual([0, 2])
})

test('a query for which nobody waits leaves the thread idle most of the time', async () => {
  const { ask } = setUp()
  expect(await ask('loadIdly', undefined)).toBeLessThan(0.5)
})

test('queries run on the main thread if no thread can be started, which is logged', async () => {
  const { ask, log } = setUp('./no-such-thread.ts')
  expect(await ask('count', { above: 0 })).toBe(3)
  expect(await ask('count', { above: 1 })).toBe(2)
  expect(log.lines).toMatchObject([{ level: 'error' }])
})

test('open and new requests are rejected when the studio closes', async () => {
  const { ask, worker } = setUp()
  const open = ask('endless', undefined)
  open.catch(() => {})
  await worker.close()
  await expect(open).rejects.toThrow('closing')
  await expect(ask('count', { above: 0 })).rejects.toThrow('closing')
})
