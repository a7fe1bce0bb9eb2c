import { statSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { StudioEvents } from '../events.ts'
import { createStorage } from '../storage/createStorage.ts'
import { fakeClock } from '../testing/fakeClock.ts'
import { memoryLog } from '../testing/memoryLog.ts'
import { temporaryFolder } from '../testing/temporaryFolder.ts'
import { createThreads } from './createThreads.ts'

it('copies commits from the write-ahead log to the database file in the query thread', async () => {
  const world = { clock: fakeClock(0), log: memoryLog(), dataFolder: temporaryFolder() }
  const events = new StudioEvents()
  const storage = createStorage({ world, events })
  const threads = createThreads({ world, storage, events, report: () => {} })
  onTestFinished(async () => {
    await threads.close()
    await storage.close()
  })
  const readSize = () => statSync(storage.paths.database).size
  const text = 'x'.repeat(1_000_000)
  storage.database.run('INSERT INTO settings (name, value) VALUES (?, ?)', 'test', JSON.stringify(text))
  expect(readSize()).toBeLessThan(text.length)
  await expect.poll(readSize, { timeout: 10_000 }).toBeGreaterThan(text.length)
  expect(world.log.lines).toEqual([])
})
