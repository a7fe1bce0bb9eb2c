import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { StudioEvents } from '../events.ts'
import { createStorage } from '../storage/createStorage.ts'
import { fakeClock } from '../testing/fakeClock.ts'
import { memoryLog } from '../testing/memoryLog.ts'
import { temporaryFolder } from '../testing/temporaryFolder.ts'
import { createThreads } from './createThreads.ts'

function openThreads() {
  const world = { clock: fakeClock(0), log: memoryLog(), dataFolder: temporaryFolder() }
  const events = new StudioEvents()
  const storage = createStorage({ world, events })
  const threads = createThreads({ world, storage, events, notices: { add: () => {}, withdraw: () => {} } })
  onTestFinished(async () => {
    await threads.close()
    await storage.close()
  })
  return { ...storage, query: threads.query, log: world.log }
}

const INSERT = 'INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)'

it('copies commits from the write-ahead log to the database file in the query thread', async () => {
  const { database, paths, log } = openThreads()
  const readSize = () => statSync(paths.database).size
  const text = 'x'.repeat(1_000_000)
  database.run(INSERT, 'test', JSON.stringify(text))
  expect(readSize()).toBeLessThan(text.length)
  await expect.poll(readSize).toBeGreaterThan(text.length)
  expect(log.lines).toEqual([])
})

// Catches checkpoints that never complete because transactions follow each other without a pause.
it('the write-ahead log is restarted during a long change', async () => {
  const { database, paths, query } = openThreads()
  // Starts the query thread, which takes longer than the change on a busy computer.
  await query('storage.checkpoint', undefined)
  const megabyte = JSON.stringify('x'.repeat(1_000_000))
  const insert = (name: number) => database.run(INSERT, String(name), megabyte)
  insert(0)
  const first = readLogNumber(paths.database)
  let written = 1
  // Beyond a gigabyte the main thread does a checkpoint itself.
  while (readLogNumber(paths.database) === first && written < 900) {
    await database.pause()
    insert(written++ % 10)
  }
  expect(written).toBeLessThan(900)
})

/** The number in the header of a write-ahead log that grows each time the log starts again (https://sqlite.org/walformat.html). */
function readLogNumber(database: string): number {
  const file = openSync(`${database}-wal`, 'r')
  const number = Buffer.alloc(4)
  readSync(file, number, 0, number.length, 12)
  closeSync(file)
  return number.readUInt32BE()
}
