import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { smallDisk, temporaryFolder } from '../../testing/temporaryFolder.ts'
import { DiskGuard } from './DiskGuard.ts'

/** A guard of a library with an empty database, in a folder that can be taken away. */
function world(free: () => number = () => 1e9, dataFolder = join(temporaryFolder(), 'library')) {
  const clock = fakeClock()
  const reported: string[] = []
  const paths = { database: join(dataFolder, 'easel.db'), library: join(dataFolder, 'library') }
  mkdirSync(paths.library, { recursive: true })
  writeFileSync(paths.database, '')
  const test = { writeError: null as Error | null, markError: null as Error | null, damages: 0 }
  const guard = new DiskGuard({
    dataFolder,
    paths,
    clock,
    log: memoryLog(),
    onChange: () => reported.push(guard.problem?.code ?? 'ready'),
    testWrite: () => {
      if (test.writeError) throw test.writeError
    },
    onDamaged: () => {
      if (test.markError) throw test.markError
      test.damages++
    },
    freeBytes: free,
  })
  onTestFinished(() => guard.close())
  return { clock, reported, guard, dataFolder, paths, test }
}

const sqliteError = (errcode: number, message: string) => Object.assign(new Error(message), { errcode })
const moved = (folder: string) => `${folder}-moved`

test('reports a full disk once, and notices free space automatically', async () => {
  let free = 1e9
  let checks = 0
  const { clock, reported, guard } = world(() => {
    checks++
    return free
  })
  expect(guard.isReady()).toBe(true)
  free = 1e6
  await clock.advance(6000)
  expect(guard.isReady()).toBe(false)
  expect(guard.problem).toMatchObject({ code: 'disk_low', money: 'none', params: { free: 1e6 } })
  await expect.poll(async () => (await clock.advance(6000), checks)).toBeGreaterThan(10)
  expect(reported).toEqual(['disk_low'])
  free = 1e9
  await expect.poll(async () => (await clock.advance(6000), [...reported])).toEqual(['disk_low', 'ready'])
  expect(guard.problem).toBeNull()
})

test('checks the disk once for many calls', () => {
  let checks = 0
  const { guard } = world(() => {
    checks++
    return 1e9
  })
  for (let i = 0; i < 100; i++) guard.isReady()
  expect(checks).toBe(1)
})

test('blocks nothing if the free space is unknown but the library is there', () => {
  const { guard } = world(() => {
    throw new Error('not supported')
  })
  expect(guard.isReady()).toBe(true)
})

test.each(['database', 'library'] as const)(
  'a library whose %s is gone is disconnected until it is back',
  async (name) => {
    const { clock, reported, guard, dataFolder, paths } = world()
    expect(guard.isReady()).toBe(true)
    renameSync(paths[name], moved(paths[name]))
    expect(guard.isDisconnected()).toBe(true)
    expect(guard.problem).toEqual({
      code: 'library_disconnected',
      money: 'none',
      params: { detail: dataFolder },
    })
    expect(() => guard.requireConnected()).toThrow('library_disconnected')
    expect(() => guard.requireWritable()).toThrow('library_disconnected')
    await clock.advance(60_000)
    expect(guard.isReady()).toBe(false)
    renameSync(moved(paths[name]), paths[name])
    await expect
      .poll(async () => (await clock.advance(6000), [...reported]))
      .toEqual(['library_disconnected', 'ready'])
    expect(() => guard.requireConnected()).not.toThrow()
    expect(() => guard.requireWritable()).not.toThrow()
  },
)

test('a library that is gone while nothing is sent is noticed', async () => {
  const { clock, reported, dataFolder } = world()
  renameSync(dataFolder, moved(dataFolder))
  await expect.poll(async () => (await clock.advance(6000), [...reported])).toEqual(['library_disconnected'])
})

test('a library whose database was replaced while it was gone needs a restart', async () => {
  const { clock, reported, guard, paths } = world()
  renameSync(paths.database, moved(paths.database))
  expect(guard.isReady()).toBe(false)
  copyFileSync(moved(paths.database), paths.database)
  await expect
    .poll(async () => (await clock.advance(6000), [...reported]))
    .toEqual(['library_disconnected', 'disk_failed'])
  rmSync(paths.database)
  renameSync(moved(paths.database), paths.database)
  await expect.poll(async () => (await clock.advance(6000), reported.at(-1))).toBe('ready')
})

test('a library that is back but can’t be written through the open database is reported', async () => {
  const { clock, reported, guard, dataFolder, test } = world()
  renameSync(dataFolder, moved(dataFolder))
  expect(guard.isReady()).toBe(false)
  test.writeError = sqliteError(778, 'disk I/O error')
  renameSync(moved(dataFolder), dataFolder)
  await expect
    .poll(async () => (await clock.advance(6000), [...reported]))
    .toEqual(['library_disconnected', 'disk_failed'])
})

test.each([
  [8, 'attempt to write a readonly database', 'library_read_only'],
  [778, 'disk I/O error', 'disk_failed'],
  [14, 'unable to open database file', 'disk_failed'],
  [13, 'database or disk is full', 'disk_full'],
])(
  'after the SQLite error %i, nothing is sent until the database can be written',
  async (errcode, message, code) => {
    const { clock, reported, guard, test } = world()
    const error = (test.writeError = sqliteError(errcode, message))
    expect(guard.handleDatabaseError(error)).toMatchObject({ problem: { code, money: 'none' } })
    expect(() => guard.requireWritable()).toThrow(code)
    await clock.advance(60_000)
    expect(guard.isReady()).toBe(false)
    test.writeError = null
    await expect.poll(async () => (await clock.advance(6000), [...reported])).toEqual([code, 'ready'])
  },
)

test('after an error of a damaged database, nothing is sent until the restart, which checks it', async () => {
  const { clock, guard, test } = world()
  const error = sqliteError(11, 'database disk image is malformed')
  for (let n = 0; n < 2; n++)
    expect(guard.handleDatabaseError(error)).toMatchObject({ problem: { code: 'database_unsound' } })
  expect(test.damages).toBe(1)
  await clock.advance(60_000)
  expect(guard.isReady()).toBe(false)
})

test.each([
  sqliteError(1, 'no such table'),
  sqliteError(5, 'database is locked'),
  sqliteError(267, 'fts5: corruption found'),
  new Error('a bug'),
])('an error that the disk didn’t cause is unchanged: %s', (error) => {
  const { guard } = world()
  expect(guard.handleDatabaseError(error)).toBe(error)
  expect(guard.isReady()).toBe(true)
})

test('a replaced database is reported even if the disk is nearly full', async () => {
  const { reported, clock, guard, paths } = world(() => 1e6)
  renameSync(paths.database, moved(paths.database))
  expect(guard.isReady()).toBe(false)
  copyFileSync(moved(paths.database), paths.database)
  await expect
    .poll(async () => (await clock.advance(6000), [...reported]))
    .toEqual(['library_disconnected', 'disk_failed'])
  expect(() => guard.requireWritable()).toThrow('disk_failed')
})

test('a damaged database that can’t be marked at first is reported, and marked after a later error', () => {
  const { guard, test } = world()
  test.markError = new Error('EROFS')
  const fail = () => guard.handleDatabaseError(sqliteError(11, 'database disk image is malformed'))
  expect(fail()).toMatchObject({ problem: { code: 'database_unsound' } })
  expect(test.damages).toBe(0)
  test.markError = null
  fail()
  expect(test.damages).toBe(1)
})

test('a click right after the disk is connected again may add a job, and one on a missing disk reports it', () => {
  const { guard, reported, dataFolder } = world()
  renameSync(dataFolder, moved(dataFolder))
  expect(() => guard.requireWritable()).toThrow('library_disconnected')
  expect(reported).toEqual(['library_disconnected'])
  renameSync(moved(dataFolder), dataFolder)
  expect(() => guard.requireWritable()).not.toThrow()
  expect(reported).toEqual(['library_disconnected', 'ready'])
})

test('a new job may be added while the disk is nearly full', () => {
  const { guard } = world(() => 1e6)
  expect(guard.isReady()).toBe(false)
  expect(() => guard.requireWritable()).not.toThrow()
})

test('a library on a disk that became read-only is reported', async (context) => {
  const folder = smallDisk(context)
  const { clock, guard, reported } = world(() => 1e9, folder)
  const remount = (option: string) => spawnSync('/bin/mount', ['-o', `remount,${option}`, folder])
  remount('ro')
  expect(guard.isReady()).toBe(false)
  expect(guard.problem).toMatchObject({
    code: 'library_read_only',
    params: { detail: folder, cause: 'EROFS' },
  })
  remount('rw')
  await expect
    .poll(async () => (await clock.advance(6000), [...reported]))
    .toEqual(['library_read_only', 'ready'])
})
