import { expect, onTestFinished, test } from 'vitest'
import { StudioEvents } from '../events.ts'
import { createApp } from '../app/createApp.ts'
import { fakeClock } from '../testing/fakeClock.ts'
import { memoryLog } from '../testing/memoryLog.ts'
import { temporaryFolder } from '../testing/temporaryFolder.ts'
import { problemOf } from '../testing/worlds/databaseWorld.ts'
import { createStorage } from './createStorage.ts'

const INSERT = 'INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)'

/** A studio's storage and notices. */
function setUp() {
  let ids = 0
  const clock = fakeClock()
  const world = { clock, log: memoryLog(), dataFolder: temporaryFolder(), uuid: () => `id ${ids++}` }
  const events = new StudioEvents()
  const storage = createStorage({ world, events })
  onTestFinished(() => storage.close())
  const { notices } = createApp({ world, storage, events, openingProblems: [] })
  return { ...storage, clock, noticeCodes: () => notices.list().map(({ problem }) => problem.code) }
}

test('a write to a read-only database fails with a problem for the user, and one notice lasts until it can be written', async () => {
  const { database, disk, clock, noticeCodes } = setUp()
  const write = () => database.run(INSERT, 'a', '1')
  database.exec('PRAGMA query_only = ON')
  const readOnly = { code: 'library_read_only', money: 'none' }
  expect(problemOf(write)).toMatchObject(readOnly)
  expect(problemOf(() => database.transaction(write))).toMatchObject(readOnly)
  await clock.advance(20_000)
  expect(noticeCodes()).toEqual(['library_read_only'])
  expect(disk.isReady()).toBe(false)
  expect(database.get('SELECT 1 AS one')).toEqual({ one: 1 })
  database.exec('PRAGMA query_only = OFF')
  // The disk is checked in the background, which may take longer than one interval of the fake clock.
  await expect.poll(async () => (await clock.advance(6000), noticeCodes())).toEqual([])
  expect(problemOf(write)).toBeNull()
})

test('an error in a transaction that has nothing to do with the disk is thrown as it is, and nothing of it is written', () => {
  const { database, noticeCodes } = setUp()
  const fail = () =>
    database.transaction(() => {
      database.run(INSERT, 'a', '1')
      database.run('INSERT INTO no_such_table VALUES (1)')
    })
  expect(fail).toThrow('no such table')
  expect(database.get("SELECT 1 FROM settings WHERE name = 'a'")).toBeUndefined()
  expect(noticeCodes()).toEqual([])
})
