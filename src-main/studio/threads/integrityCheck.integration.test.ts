import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { StudioEvents } from '../events.ts'
import { createStorage } from '../storage/createStorage.ts'
import { fakeClock } from '../testing/fakeClock.ts'
import { memoryLog } from '../testing/memoryLog.ts'
import { temporaryFolder } from '../testing/temporaryFolder.ts'
import { createThreads } from './createThreads.ts'

it('a check of the database that failed without its disk is repeated when the disk is ready, and jobs are sent then', async () => {
  const world = { clock: fakeClock(), log: memoryLog(), dataFolder: temporaryFolder() }
  const events = new StudioEvents()
  const opened = createStorage({ world, events })
  const disk = join(world.dataFolder, 'disk')
  const paths = { ...opened.paths, database: join(disk, 'easel.db') }
  const threads = createThreads({
    world,
    storage: { ...opened, paths, isUnchecked: true },
    events,
    notices: { add: () => {}, withdraw: () => {} },
  })
  onTestFinished(async () => {
    await threads.prepareClose()
    await threads.closeWorkers()
    await threads.close()
    await opened.close()
  })
  let admissions = 0
  events.on('admissionChanged', () => admissions++)
  threads.startChecks()
  await expect.poll(() => world.log.lines.map(({ level }) => level)).toContain('warn')
  expect([threads.integrity.isIntact, admissions]).toEqual([false, 0])
  mkdirSync(disk)
  events.emit('diskChanged', true)
  await expect.poll(() => threads.integrity.isIntact).toBe(true)
  expect(admissions).toBe(1)
})
