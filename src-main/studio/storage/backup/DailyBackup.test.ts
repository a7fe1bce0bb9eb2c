import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { fileTimestamp, listBackups } from './backupFiles.ts'
import { DailyBackup } from './DailyBackup.ts'
import { checkCopy, requireIntact } from '../database/checkDatabase.ts'
import { Database } from '../database/Database.ts'
import { SegmentedLog } from '../files/SegmentedLog.ts'

const HOUR = 3_600_000
// Allows for a busy disk, because the files are real.
vi.setConfig({ testTimeout: 30_000 })

function setUp() {
  const folder = temporaryFolder()
  const clock = fakeClock()
  const log = memoryLog()
  const file = join(folder, 'easel.db')
  const database = new Database(file)
  database.exec('CREATE TABLE things (n INTEGER)')
  const backups = temporaryFolder()
  const segments = temporaryFolder()
  const journal = new SegmentedLog(segments)
  const backup = new DailyBackup({ database, folder: backups, journal, clock, log })
  const health = { isIntact: true, damagedCopies: 0 }
  backup.start({
    isIntact: () => health.isIntact,
    checkCopy: async (copy) => {
      const verdict = checkCopy(copy)
      if (verdict.state === 'damaged') health.damagedCopies++
      requireIntact(verdict)
    },
  })
  onTestFinished(async () => {
    await backup.stop()
    journal.close()
    database.close()
  })
  const names = () => readdirSync(backups).sort()
  /** Advances an hour and waits for a copy that it may have started. */
  const hour = async () => {
    await clock.advance(HOUR)
    await expect.poll(() => clock.pending(), { interval: 2 }).toBe(1)
  }
  const listAll = () => [...names(), ...readdirSync(segments).sort()]
  return { clock, log, database, file, backups, backup, journal, health, names, listAll, hour }
}

it('copies once a day and keeps the newest three', async () => {
  const { names, hour, database, backups } = setUp()
  const seen = new Set<string>()
  for (let hours = 0; hours < 24 * 5 + 2; hours++) {
    database.run('INSERT INTO things VALUES (?)', hours)
    await hour()
    for (const name of names()) seen.add(name)
  }
  expect(seen.size).toBeGreaterThanOrEqual(5)
  expect(seen.size).toBeLessThanOrEqual(6)
  expect(names()).toEqual([...seen].sort().slice(-3))
  const copy = new DatabaseSync(join(backups, names().at(-1) ?? ''), { readOnly: true })
  expect(copy.prepare('SELECT max(n) AS n FROM things').get()?.['n']).toBeGreaterThan(90)
  copy.close()
})

it('neither counts nor deletes a migration backup', async () => {
  const { names, hour, backups } = setUp()
  writeFileSync(join(backups, 'easel-2020-01-01T00-00-00-before-2.db'), 'kept')
  for (let hours = 0; hours < 24 * 5; hours++) await hour()
  expect(names()).toContain('easel-2020-01-01T00-00-00-before-2.db')
  expect(names()).toHaveLength(4)
})

it('keeps the journal as far back as the copy made before a migration, and without one as the oldest daily copy', async () => {
  const { hour, backups, clock, journal } = setUp()
  const runDays = async (from: number, to: number) => {
    for (let day = from; day < to; day++) {
      journal.append(`day ${day}`)
      for (let hours = 0; hours < 24; hours++) await hour()
    }
  }
  await runDays(0, 3)
  const migration = join(backups, `easel-${fileTimestamp(clock.now())}-before-2.db`)
  writeFileSync(migration, 'made before an update')
  await runDays(3, 10)
  expect([...journal.lines()]).toEqual(Array.from({ length: 7 }, (_, n) => `day ${n + 3}`))
  rmSync(migration)
  await runDays(10, 11)
  expect([...journal.lines()].length).toBeLessThanOrEqual(4)
})

it('handles a copy dated in the future without hiding newer ones or copying every hour', async () => {
  const { names, hour, backups, clock } = setUp()
  const future = 'easel-2999-01-01T00-00-00.db'
  writeFileSync(join(backups, future), 'made while the clock was wrong')
  for (let hours = 0; hours < 20; hours++) await hour()
  expect(names()).toHaveLength(2)
  const [newest] = listBackups(backups, clock.now())
  expect(newest?.name).not.toBe(future)
  for (let hours = 0; hours < 24 * 3; hours++) await hour()
  expect(names()).toHaveLength(3)
  expect(names()).not.toContain(future)
})

it('discards a copy if the database turns out to be damaged meanwhile', async () => {
  const { health, database, backups, clock, journal, log, backup: first } = setUp()
  await first.stop()
  const backup = new DailyBackup({ database, folder: backups, journal, clock, log })
  const checkAnyCopy = () => {
    health.isIntact = false
    return Promise.resolve()
  }
  backup.start({ isIntact: () => health.isIntact, checkCopy: checkAnyCopy })
  onTestFinished(() => backup.stop())
  await clock.advance(HOUR)
  await expect.poll(() => log.lines).toMatchObject([{ level: 'warn' }])
  expect(readdirSync(backups)).toEqual([])
})

it('aborts a running copy when the studio closes and leaves no part of it', async () => {
  const { clock, backup, database, names, log } = setUp()
  database.exec(
    `WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 30000)
       INSERT INTO things SELECT randomblob(1000) FROM many`,
  )
  await clock.advance(60_000)
  expect(names()).toContainEqual(expect.stringMatching(/\.part$/))
  await backup.stop()
  expect(names()).toEqual([])
  expect(log.lines).toEqual([])
})

/** As `setUp`, with three backups of a database of many pages, and accepted jobs in the journal. */
async function withThreeBackups() {
  const world = setUp()
  const { database, journal, hour, names } = world
  database.exec(
    `WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 5000)
       INSERT INTO things SELECT n FROM many`,
  )
  for (let day = 0; day < 3; day++) {
    journal.append(`day ${day}`)
    for (let hours = 0; hours < 25; hours++) await hour()
  }
  expect(names()).toHaveLength(3)
  return world
}

it('keeps every intact copy and the journal while the database is not known to be intact, and copies again once it is', async () => {
  const { health, listAll, names, hour, log } = await withThreeBackups()
  const before = listAll()
  health.isIntact = false
  for (let hours = 0; hours < 75; hours++) await hour()
  expect(listAll()).toEqual(before)
  expect(log.lines).toEqual([])
  health.isIntact = true
  await hour()
  expect(names()).toEqual([...before.slice(1, 3), expect.stringMatching(/\.db$/)])
})

it('discards damaged copies, and keeps every intact copy and the journal', async () => {
  const { health, database, file, listAll, names, hour, journal } = await withThreeBackups()
  journal.append('day 3')
  const before = listAll()
  const lines = [...journal.lines()]
  database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA shrink_memory')
  const bytes = readFileSync(file)
  bytes.fill(0xab, 3 * 4096, 5 * 4096)
  writeFileSync(file, bytes)
  for (let hours = 0; hours < 75; hours++) await hour()
  expect(listAll()).toEqual(expect.arrayContaining(before))
  expect(names()).toEqual(before.slice(0, 3))
  expect([...journal.lines()]).toEqual(lines)
  expect(health.damagedCopies).toBeGreaterThan(0)
})
