import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import {
  addJob,
  databaseWorld,
  damagedFiles,
  stateOf,
  takeBackup,
} from '../../testing/worlds/databaseWorld.ts'
import { Database } from './Database.ts'
import { IntegrityCheck } from './checkDatabase.ts'

// Allows for a busy disk, because the files are real and large.
vi.setConfig({ testTimeout: 60_000 })

/** A large database that was not closed properly, with a backup; `damage` corrupts its pages. */
async function unclean(damage: (bytes: Buffer) => void) {
  const world = databaseWorld()
  const first = world.open()
  addJob(first, 'old', 'saved')
  await takeBackup(first, world.clock)
  first.database.run("INSERT INTO settings VALUES ('filler', ?)", 'x'.repeat(20 << 20))
  await first.close()
  const bytes = readFileSync(world.file)
  damage(bytes)
  writeFileSync(world.file, bytes)
  writeFileSync(`${world.file}-wal`, '')
  return world
}

async function check(world: Awaited<ReturnType<typeof unclean>>, isInterrupted = false) {
  const opened = world.open()
  const reported: Problem[] = []
  let sends = 0
  const integrity = new IntegrityCheck({
    opened,
    check: async () => {
      if (isInterrupted) throw new Error('The studio closes')
      const reader = new Database(world.file, { queryOnly: true })
      const result = Object.values(reader.get('PRAGMA quick_check(1)') ?? {})[0]
      reader.close()
      return String(result)
    },
    report: (problem) => reported.push(problem),
    onIntact: () => sends++,
    log: world.log,
  })
  const before = integrity.isIntact
  await integrity.start()
  return { opened, integrity, before, reported, sends: () => sends }
}

test('opens a large database before checking it, and sends only after it is known to be intact', async () => {
  const world = await unclean(() => {})
  const { before, integrity, sends, reported, opened } = await check(world)
  expect([before, integrity.isIntact, sends(), reported]).toEqual([false, true, 1, []])
  await opened.close()
  expect(world.open().isUnchecked, 'and is not checked again after a clean close').toBe(false)
})

test('checks a large database again if the studio was closed before the check ended', async () => {
  const world = await unclean(() => {})
  const interrupted = await check(world, true)
  expect([interrupted.integrity.isIntact, interrupted.sends()]).toEqual([false, 0])
  await interrupted.opened.close()
  const next = await check(world)
  expect([next.before, next.integrity.isIntact]).toEqual([false, true])
})

test('sends nothing with a large damaged database, reports it, and restores its backup at the next startup', async () => {
  const world = await unclean((bytes) => {
    // The root page of the table of jobs, from the schema.
    const page = bytes.readUInt16BE(16) === 1 ? 65_536 : bytes.readUInt16BE(16)
    bytes.fill(0xab, 8 * page, 12 * page)
  })
  const { before, integrity, sends, reported, opened } = await check(world)
  expect([before, integrity.isIntact, sends()]).toEqual([false, false, 0])
  expect(reported).toMatchObject([{ code: 'database_unsound' }])
  await opened.close().catch(() => {})
  const next = world.open()
  expect(next.notices).toMatchObject([{ code: 'database_restored' }])
  expect(damagedFiles(world.dataFolder)).toHaveLength(1)
  expect(stateOf(next, 'old')).toBe('saved')
  await next.close()
  expect(world.open().notices, 'and only once').toEqual([])
})
