import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import { StudioEvents } from '../events.ts'
import { createStorage } from '../storage/createStorage.ts'
import { fakeClock } from '../testing/fakeClock.ts'
import { memoryLog } from '../testing/memoryLog.ts'
import { temporaryFolder } from '../testing/temporaryFolder.ts'
import { createThreads } from './createThreads.ts'

const HOUR = 3_600_000

it('damage of the open database is found by its daily backup and reported, and the intact backups are kept', async () => {
  const world = { clock: fakeClock(), log: memoryLog(), dataFolder: temporaryFolder() }
  const { clock } = world
  const open = () => {
    const events = new StudioEvents()
    const storage = createStorage({ world, events })
    const reported: Problem[] = []
    const notices = { add: (problem: Problem) => reported.push(problem), withdraw: () => {} }
    const threads = createThreads({ world, storage, events, notices })
    const close = async () => {
      await threads.prepareClose()
      await threads.closeWorkers()
      await threads.close()
      await storage.close().catch(() => {})
    }
    return { ...storage, threads, reported, close, listBackups: () => readdirSync(storage.paths.backups) }
  }
  const first = open()
  first.database.run("INSERT INTO settings VALUES ('filler', ?)", 'x'.repeat(1 << 20))
  first.threads.startChecks()
  for (let day = 1; day <= 3; day++) {
    await clock.advance(25 * HOUR)
    await expect.poll(() => first.listBackups().filter((name) => name.endsWith('.db'))).toHaveLength(day)
  }
  const backups = first.listBackups()
  expect(backups, 'nothing is left of the checks').toHaveLength(3)
  await first.close()
  const { database: file } = first.paths
  const bytes = readFileSync(file)
  bytes.fill(0xab, 8 * 4096, 12 * 4096)
  writeFileSync(file, bytes)

  const second = open()
  onTestFinished(second.close)
  second.threads.startChecks()
  await clock.advance(25 * HOUR)
  await expect
    .poll(() => second.reported)
    .toMatchObject([{ code: 'database_unchecked' }, { code: 'database_unsound' }])
  expect([second.threads.integrity.isIntact, existsSync(`${file}.damaged`)]).toEqual([false, true])
  for (let day = 0; day < 3; day++) await clock.advance(25 * HOUR)
  expect(second.listBackups()).toEqual(backups)
})

it('a check of a copy ends when it is aborted, and none starts while the studio closes', async () => {
  const world = { clock: fakeClock(), log: memoryLog(), dataFolder: temporaryFolder() }
  const events = new StudioEvents()
  const storage = createStorage({ world, events })
  onTestFinished(() => storage.close())
  const threads = createThreads({ world, storage, events, notices: { add: () => {}, withdraw: () => {} } })
  const copy = join(world.dataFolder, 'copy.db')
  await storage.database.backupTo(copy, new AbortController().signal)
  await threads.checkCopy(copy, new AbortController().signal)
  expect(readdirSync(world.dataFolder).filter((name) => name.startsWith('copy'))).toEqual(['copy.db'])
  const controller = new AbortController()
  const check = threads.checkCopy(copy, controller.signal)
  controller.abort()
  await expect(check).rejects.toThrow('closing')
  await threads.prepareClose()
  await expect(threads.checkCopy(copy, new AbortController().signal)).rejects.toThrow('closing')
  await threads.closeWorkers()
  await threads.close()
})

it('a copy that can’t be read is neither intact nor a sign of damage', async () => {
  const world = { clock: fakeClock(), log: memoryLog(), dataFolder: temporaryFolder() }
  const events = new StudioEvents()
  const storage = createStorage({ world, events })
  const threads = createThreads({ world, storage, events, notices: { add: () => {}, withdraw: () => {} } })
  onTestFinished(async () => {
    await threads.prepareClose()
    await threads.closeWorkers()
    await threads.close()
    await storage.close()
  })
  const missing = join(world.dataFolder, 'missing.db')
  await expect(threads.checkCopy(missing, new AbortController().signal)).rejects.toThrow('failed')
  expect(threads.integrity.isIntact).toBe(true)
  expect(storage.disk.problem).toBeNull()
})
