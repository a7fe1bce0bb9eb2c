import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import {
  addJob,
  databaseWorld,
  damagedFiles,
  stateOf,
  takeBackup,
} from '../../testing/worlds/databaseWorld.ts'
import { findDamage, isMarkedDamaged } from './checkDatabase.ts'
import { IntegrityCheck } from './IntegrityCheck.ts'

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

/** Overwrites the root page of the table of jobs. */
function damageJobs(bytes: Buffer): void {
  const page = bytes.readUInt16BE(16) === 1 ? 65_536 : bytes.readUInt16BE(16)
  bytes.fill(0xab, 8 * page, 12 * page)
}

/** Opens the database of a world and checks it; `check` may fail instead. */
function prepare(world: ReturnType<typeof databaseWorld>, check?: () => Promise<string>) {
  const opened = world.open()
  const reported: Problem[] = []
  const disk = { isReady: () => true, isDamaged: false }
  let sends = 0
  let checks = 0
  const integrity = new IntegrityCheck({
    opened,
    check: () => {
      checks++
      return check ? check() : Promise.resolve(findDamage(opened.database))
    },
    disk,
    notices: {
      add: (problem) => reported.push(problem),
      withdraw: (isResolved) =>
        reported.splice(0, Infinity, ...reported.filter((problem) => !isResolved(problem))),
    },
    onIntact: () => sends++,
    clock: world.clock,
    log: world.log,
  })
  onTestFinished(() => integrity.stop())
  return { opened, integrity, disk, reported, sends: () => sends, checks: () => checks }
}

async function check(world: Awaited<ReturnType<typeof unclean>>, isInterrupted = false) {
  const prepared = isInterrupted
    ? prepare(world, () => Promise.reject(new Error('The studio closes')))
    : prepare(world)
  const before = prepared.integrity.isIntact
  await prepared.integrity.start()
  if (isInterrupted) await prepared.integrity.stop()
  return { ...prepared, before }
}

test('shows the notice of a check that is repeated once, so that the user can dismiss it', async () => {
  const world = await unclean(() => {})
  const { integrity, reported, checks } = prepare(world, () => Promise.reject(new Error('EIO')))
  await integrity.start()
  reported.splice(0)
  await world.clock.advance(60_000)
  expect([checks(), reported]).toEqual([2, []])
})

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
  const world = await unclean(damageJobs)
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

/** A check that fails until it is `fixed`. */
function failingCheck() {
  const control = { isFixed: false }
  const check = () => (control.isFixed ? Promise.resolve('ok') : Promise.reject(new Error('disk I/O error')))
  return { control, check }
}

test('repeats a check that failed until it succeeds, and sends then', async () => {
  const world = await unclean(() => {})
  const { control, check } = failingCheck()
  const { integrity, sends, checks, reported } = prepare(world, check)
  await integrity.start()
  await world.clock.advance(60_000)
  expect([integrity.isIntact, sends(), checks()]).toEqual([false, 0, 2])
  expect(reported, 'while nothing is sent').toContainEqual({ code: 'database_unchecked', money: 'none' })
  control.isFixed = true
  await world.clock.advance(60_000)
  expect([integrity.isIntact, sends(), checks(), reported]).toEqual([true, 1, 3, []])
  await world.clock.advance(600_000)
  expect(checks(), 'and is not repeated').toBe(3)
})

test('repeats a check that failed when the disk is ready, and not while it is not', async () => {
  const world = await unclean(() => {})
  const { control, check } = failingCheck()
  const { integrity, disk, sends, checks } = prepare(world, check)
  disk.isReady = () => false
  await integrity.start()
  await world.clock.advance(600_000)
  expect(checks()).toBe(1)
  control.isFixed = true
  await integrity.start()
  expect([integrity.isIntact, sends(), checks()]).toEqual([true, 1, 2])
})

test('does not repeat a check that ended because the studio closes', async () => {
  const world = await unclean(() => {})
  const { integrity, checks } = prepare(world, () => Promise.reject(new Error('The studio closes')))
  const started = integrity.start()
  await integrity.stop()
  await started
  await world.clock.advance(600_000)
  await integrity.start()
  expect(checks()).toBe(1)
})

test('reports damage even if the database can’t be marked, and marks it as soon as it can', async () => {
  const world = await unclean(damageJobs)
  const marker = `${world.file}.damaged`
  const { integrity, reported, opened } = prepare(world)
  // No file can be written in its place.
  mkdirSync(marker)
  await integrity.start()
  expect(reported).toMatchObject([{ code: 'database_unsound' }])
  rmdirSync(marker)
  expect(isMarkedDamaged(world.file)).toBe(false)
  await world.clock.advance(5000)
  expect(isMarkedDamaged(world.file)).toBe(true)
  await opened.close().catch(() => {})
})

test('checks an intact database again after a damaged copy, and sends nothing until it is known to be intact', async () => {
  const world = databaseWorld()
  const { integrity, sends, reported, opened } = prepare(world)
  const checked = integrity.restart()
  expect(integrity.isIntact).toBe(false)
  await checked
  expect([integrity.isIntact, sends(), reported]).toEqual([true, 1, []])
  await opened.close()
  expect(world.open().isUnchecked).toBe(false)
})

test('leaves a database marked for a check in which the disk guard found damage', async () => {
  const world = await unclean(() => {})
  const { integrity, disk, opened } = prepare(world)
  disk.isDamaged = true
  await integrity.start()
  expect(integrity.isIntact).toBe(false)
  await opened.close()
  expect(world.open().isUnchecked).toBe(true)
})
