import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { memoryLog } from '../../testing/memoryLog.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { testQueries } from '../../testing/testQueries.ts'
import { Database } from '../database/Database.ts'
import { sqliteErrorKind } from '../files/storageError.ts'
import { QueryWorker } from './QueryWorker.ts'

function setUp(thread = '../../testing/queryTestThread.ts') {
  const file = join(temporaryFolder(), 'easel.db')
  const database = new Database(file)
  database.exec('CREATE TABLE things (n INTEGER); INSERT INTO things VALUES (1), (2), (3)')
  const log = memoryLog()
  const url = new URL(thread, import.meta.url)
  const worker = new QueryWorker({ workerUrl: url, file, database, queries: testQueries, log })
  onTestFinished(async () => {
    await worker.close()
    database.close()
  })
  return { database, worker, log, query: worker.query }
}

test('a query sees what was committed before it was called', async () => {
  const { query, database } = setUp()
  expect(await query('count', { above: 1 })).toBe(2)
  database.run('INSERT INTO things VALUES (4)')
  expect(await query('count', { above: 1 })).toBe(3)
})

test('a query that would write is rejected and changes nothing', async () => {
  const { query } = setUp()
  await expect(query('write', { n: 9 })).rejects.toThrow(/readonly|read-only|query_only/i)
  expect(await query('count', { above: 0 })).toBe(3)
})

test('an error of SQLite in the thread is passed to the same handler as one of the main thread', async () => {
  const { query, database } = setUp()
  database.onError = (error) => new Error(`handled ${sqliteErrorKind(error)}`)
  await expect(query('write', { n: 9 })).rejects.toThrow('handled read-only')
})

test('other queries run between the slices of a query', async () => {
  const { query, database } = setUp()
  const endless = query('endless', undefined)
  expect(await query('count', { above: 0 })).toBe(3)
  database.run('INSERT INTO things VALUES (0)')
  expect(await endless).toBe(0)
})

test('a later request of the same list supersedes the earlier one, and no other', async () => {
  const { query, database } = setUp()
  const first = query('endless', undefined, 'search')
  const other = query('endless', undefined, 'another search')
  const second = query('count', { above: 2 }, 'search')
  await expect(first).rejects.toMatchObject({ problem: { code: 'superseded' } })
  expect(await second).toBe(1)
  database.run('INSERT INTO things VALUES (0)')
  expect(await other).toBe(0)
})

test('a background query waits while other queries run, including those that are called later', async () => {
  const { query, database } = setUp()
  const ended: string[] = []
  const later = query('countLater', { above: 0 }).then(() => ended.push('later'))
  const endless = query('endless', undefined).then(() => ended.push('endless'))
  for (let n = 0; n < 3; n++) await query('count', { above: 0 })
  expect(ended).toEqual([])
  database.run('INSERT INTO things VALUES (0)')
  await Promise.all([later, endless])
  expect(ended).toEqual(['endless', 'later'])
})

test('a background query that is superseded before it starts never runs', async () => {
  const { query, database } = setUp()
  const endless = query('endless', undefined)
  const first = query('countLater', { above: 0 }, 'counts')
  const second = query('countLater', { above: 1 }, 'counts')
  await expect(first).rejects.toMatchObject({ problem: { code: 'superseded' } })
  database.run('INSERT INTO things VALUES (0)')
  expect([await endless, await second]).toEqual([0, 2])
})

test('an idle query leaves the thread unused most of the time', async () => {
  const { query } = setUp()
  expect(await query('measureIdleQuery', undefined)).toBeLessThan(0.5)
})

test('queries run on the main thread if no thread can be started, which is logged', async () => {
  const { query, log } = setUp('./no-such-thread.ts')
  expect(await query('count', { above: 0 })).toBe(3)
  expect(await query('count', { above: 1 })).toBe(2)
  expect(log.lines).toMatchObject([{ level: 'error' }])
})

test('open and new requests are rejected when the studio closes', async () => {
  const { query, worker } = setUp()
  const open = query('endless', undefined)
  open.catch(() => {})
  await worker.close()
  await expect(open).rejects.toThrow('closing')
  await expect(query('count', { above: 0 })).rejects.toThrow('closing')
})
