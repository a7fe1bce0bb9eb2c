import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import {
  addJob,
  damagedFiles,
  databaseWorld,
  fill,
  stateOf,
  takeBackup,
} from '../../testing/worlds/databaseWorld.ts'
import { markDamaged } from '../database/checkDatabase.ts'
import { Ledger } from '../../money/spend/Ledger.ts'
import { SpendSums } from '../../money/spend/SpendSums.ts'

const DAY = 86_400_000
// Allows for a busy disk, because the files are real.
vi.setConfig({ testTimeout: 30_000 })

describe('a damaged database', () => {
  it('that is not a database is renamed with the date and reported', () => {
    const { open, file, dataFolder } = databaseWorld()
    const garbage = 'This was a database once. '.repeat(400)
    writeFileSync(file, garbage)
    const opened = open()
    const [renamed] = damagedFiles(dataFolder)
    expect(opened.notices).toEqual([{ code: 'database_damaged', money: 'none', params: { file: renamed } }])
    expect(readFileSync(join(dataFolder, renamed ?? ''), 'utf8')).toBe(garbage)
    addJob(opened, 'fresh', 'queued')
    expect(stateOf(opened, 'fresh')).toBe('queued')
  })

  it.each([1, 40, 600, 2000, 100_000])(
    'truncated to %d bytes is detected even after a clean close',
    async (bytes) => {
      const { open, file, dataFolder } = databaseWorld()
      const first = open()
      fill(first)
      await first.close()
      truncateSync(file, bytes)
      expect(open().notices).toMatchObject([{ code: 'database_damaged' }])
      expect(statSync(join(dataFolder, damagedFiles(dataFolder)[0] ?? '')).size).toBe(bytes)
    },
  )

  it('with a remaining log does not apply that log to the new database', async () => {
    const { open, file, dataFolder } = databaseWorld()
    const first = open()
    fill(first)
    await first.close()
    const second = open()
    second.database.run(`UPDATE settings SET value = 'in the log' WHERE name = 'filler 0'`)
    const log = readFileSync(`${file}-wal`)
    await second.close()
    writeFileSync(file, 'no longer a database '.repeat(5000))
    writeFileSync(`${file}-wal`, log)
    const opened = open()
    expect(opened.notices).toMatchObject([{ code: 'database_damaged' }])
    expect(opened.database.get('SELECT count(*) AS n FROM settings')).toEqual({ n: 0 })
    const [renamed] = damagedFiles(dataFolder)
    expect(readFileSync(join(dataFolder, `${renamed}-wal`)).equals(log)).toBe(true)
  })

  it('with a torn page is detected after a kill', async () => {
    const { open, file, dataFolder } = databaseWorld()
    const first = open()
    fill(first)
    await first.close()
    const bytes = readFileSync(file)
    bytes.fill(0xab, 20 * 4096, 24 * 4096)
    writeFileSync(file, bytes)
    writeFileSync(`${file}-wal`, '')
    expect(open().notices).toMatchObject([{ code: 'database_damaged' }])
    expect(readFileSync(join(dataFolder, damagedFiles(dataFolder)[0] ?? '')).equals(bytes)).toBe(true)
  })

  it('of zero bytes is detected by the existing results', async () => {
    const { open, file } = databaseWorld()
    const first = open()
    mkdirSync(join(first.paths.library, '2026'))
    await first.close()
    truncateSync(file, 0)
    expect(open().notices).toMatchObject([{ code: 'database_damaged' }])
  })

  it.each([
    ['is damaged', (path: string) => writeFileSync(path, 'x'.repeat(5000))],
    [
      'can’t be read',
      (path: string) => {
        rmSync(path)
        mkdirSync(path)
      },
    ],
  ])('is replaced by the newest intact backup, skipping a newer one that %s', async (_, spoil) => {
    const { open, file, clock, dataFolder } = databaseWorld()
    const first = open()
    addJob(first, 'old', 'saved')
    await takeBackup(first, clock)
    const good = readdirSync(first.paths.backups)[0]
    addJob(first, 'newer', 'saved')
    await clock.advance(DAY)
    await takeBackup(first, clock, 2)
    await first.close()
    const [bad] = readdirSync(first.paths.backups).sort().reverse()
    spoil(join(first.paths.backups, bad ?? ''))
    writeFileSync(file, 'y'.repeat(5000))

    const opened = open()
    const [renamed] = damagedFiles(dataFolder)
    expect(opened.notices).toEqual([
      { code: 'database_restored', money: 'none', params: { file: renamed, backup: good } },
    ])
    expect(stateOf(opened, 'old')).toBe('saved')
    expect(stateOf(opened, 'newer')).toBeUndefined()
  })

  it('restored from a backup never resends what may have been sent since', async () => {
    const { open, file, clock } = databaseWorld()
    const first = open()
    addJob(first, 'waiting', 'queued', 42)
    addJob(first, 'leaving', 'sending', 43)
    addJob(first, 'made', 'running')
    const ledger = new Ledger({ database: first.database, clock })
    ledger.record('waiting', 'quoted', 42)
    ledger.record('leaving', 'quoted', 43)
    await takeBackup(first, clock)
    await first.close()
    writeFileSync(file, 'y'.repeat(5000))
    const opened = open()
    const sums = new SpendSums(opened.database)
    expect([
      sums.unsent({ kind: 'all' }),
      sums.used({ kind: 'all' }),
      sums.unsent({ kind: 'connection', id: 'c' }),
    ]).toEqual([0, 85, 0])
    expect(sums.usedSince({ kind: 'connection', id: 'c' }, clock.now() - 900_000)).toBe(85)
    expect(['waiting', 'leaving', 'made'].map((id) => stateOf(opened, id))).toEqual([
      'uncertain',
      'uncertain',
      'running',
    ])
    const uncertain = "SELECT job_id, entry, amount FROM ledger WHERE entry = 'uncertain' ORDER BY id"
    expect(opened.database.all(uncertain)).toEqual([
      { job_id: 'waiting', entry: 'uncertain', amount: 42 },
      { job_id: 'leaving', entry: 'uncertain', amount: 43 },
    ])
  })

  it('that is missing is restored from its backups and reported', async () => {
    const { open, file, clock } = databaseWorld()
    const first = open()
    addJob(first, 'old', 'saved')
    await takeBackup(first, clock)
    await first.close()
    rmSync(file)
    const opened = open()
    expect(opened.notices).toMatchObject([{ code: 'database_restored' }])
    expect(stateOf(opened, 'old')).toBe('saved')
  })

  it('renamed by a startup that did not finish is reported at the next one', async () => {
    const { open, file, dataFolder } = databaseWorld()
    writeFileSync(file, 'z'.repeat(5000))
    await open().close()
    rmSync(file)
    markDamaged(file)
    expect(open().notices).toMatchObject([
      { code: 'database_damaged', params: { file: damagedFiles(dataFolder)[0] } },
    ])
  })

  it('renamed earlier is not reported if the database is missing later', async () => {
    const { open, file } = databaseWorld()
    const first = open()
    mkdirSync(join(first.paths.library, '2026'))
    await first.close()
    writeFileSync(file, 'z'.repeat(5000))
    await open().close()
    rmSync(file)
    expect(open().notices).toEqual([{ code: 'database_damaged', money: 'none', params: {} }])
  })
})
