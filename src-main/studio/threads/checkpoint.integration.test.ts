import { statSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { StudioEvents } from '../events.ts'
import { createStorage } from '../storage/createStorage.ts'
import { processInSlices } from '../storage/processInSlices.ts'
import { fakeClock } from '../testing/fakeClock.ts'
import { memoryLog } from '../testing/memoryLog.ts'
import { temporaryFolder } from '../testing/temporaryFolder.ts'
import { createThreads } from './createThreads.ts'

function openThreads() {
  const world = { clock: fakeClock(0), log: memoryLog(), dataFolder: temporaryFolder() }
  const events = new StudioEvents()
  const storage = createStorage({ world, events })
  const threads = createThreads({ world, storage, events, report: () => {} })
  onTestFinished(async () => {
    await threads.close()
    await storage.close()
  })
  return { ...storage, log: world.log }
}

const INSERT = 'INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)'

it('copies commits from the write-ahead log to the database file in the query thread', async () => {
  const { database, paths, log } = openThreads()
  const readSize = () => statSync(paths.database).size
  const text = 'x'.repeat(1_000_000)
  database.run(INSERT, 'test', JSON.stringify(text))
  expect(readSize()).toBeLessThan(text.length)
  await expect.poll(readSize, { timeout: 10_000 }).toBeGreaterThan(text.length)
  expect(log.lines).toEqual([])
})

// Catches: transactions that follow each other so closely that a checkpoint never ends, until the main thread does one of a gigabyte.
it('starts the write-ahead log again during a long change', async () => {
  const { database, paths } = openThreads()
  const megabyte = JSON.stringify('x'.repeat(1_000_000))
  const slices = Array.from({ length: 200 }, (_, n) => String(n % 10))
  await processInSlices(database, slices, 1, ([name = '']) => database.run(INSERT, name, megabyte))
  expect(statSync(`${paths.database}-wal`).size).toBeLessThan(slices.length * megabyte.length)
})
