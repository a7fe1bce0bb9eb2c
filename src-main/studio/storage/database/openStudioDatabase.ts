import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StudioError, storageErrors } from '../../../../src-preload/contract/errors.ts'
import type { LibraryUpdate } from '../../../../src-preload/contract/types/studio.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Clock, Log } from '../../world.ts'
import { backUpBeforeMigration, backupFiles, fileStamp, removeUnfinished } from '../backup/backupFiles.ts'
import { checkDatabase, isMarkedDamaged, isSuspicious, unmarkDamaged } from './checkDatabase.ts'
import { DailyBackup } from '../backup/DailyBackup.ts'
import { Database } from './Database.ts'
import { freeOf } from '../files/DiskGuard.ts'
import { libraryPlaces, type LibraryPlaces } from '../files/libraryPlaces.ts'
import { migrate } from '../update/migrate.ts'
import { migrations, type Migration } from '../migrations/index.ts'
import { restoreBackup } from '../backup/restoreBackup.ts'
import { SegmentedLog } from '../files/SegmentedLog.ts'
import { sqliteFault, storageFault } from '../files/storageFault.ts'
import { syncAndRename } from '../files/durableFiles.ts'

const MIN_PAGE_BYTES = 512
/** Bytes that an update leaves free on the disk. */
const SPARE_BYTES = 64 << 20
/** A file of this size is checked in a few milliseconds. */
const MAX_BYTES_CHECKED_AT_START = 16 << 20

interface Options {
  dataFolder: string
  log: Log
  clock: Clock
  /** The migrations; other ones only in tests. */
  steps?: readonly Migration[]
  /** The free bytes on the disk of a folder; the system's value by default. */
  freeBytes?: (folder: string) => number
}

export interface StudioDatabase {
  database: Database
  places: LibraryPlaces
  /** Lines about accepted jobs since the oldest backup. */
  journal: SegmentedLog
  /**
   * The file was not closed properly and is too large to be checked before the first screen: nothing may be sent before
   * `IntegrityCheck` found it intact.
   */
  isUnchecked: boolean
  /** Notices for the user, such as that a damaged database was renamed and replaced by a backup. */
  notices: Problem[]
  /** Ends the background backup and closes the database properly. */
  close: () => Promise<void>
}

/**
 * Opens the studio's database, creating or migrating it as needed. A newer one is refused (`database_newer`); a damaged one is
 * renamed with its date and replaced by the newest intact backup or, failing that, a new one, and a notice says so.
 */
export function openStudioDatabase({
  dataFolder,
  log,
  clock,
  steps = migrations,
  freeBytes = freeOf,
}: Options): StudioDatabase {
  requireSafeSqlite()
  try {
    const places = libraryPlaces(dataFolder)
    removeUnfinished(places.backups)
    const quiet = { onUpdate: () => {}, onCopy: () => {}, checksAll: false }
    const opener = { places, log, clock, steps, freeBytes, ...quiet }
    const { database, notices, isUnchecked } = openOrReplace(opener)
    const journal = new SegmentedLog(places.journal)
    const backup = new DailyBackup({ database, folder: places.backups, journal, clock, log })
    backup.start()
    const close = async () => {
      await backup.stop()
      journal.close()
      database.exec('PRAGMA optimize')
      database.close()
    }
    return { database, places, journal, isUnchecked, notices, close }
  } catch (error) {
    throw storageFault(error, dataFolder)
  }
}

/** Input of an update in a thread. */
export interface UpdateOptions {
  dataFolder: string
  log: Log
  clock: Pick<Clock, 'now'>
  steps: readonly Migration[]
  freeBytes: (folder: string) => number
  onUpdate: (update: LibraryUpdate) => void
  /** Called when the backup starts, with its file, which grows to about as many bytes. */
  onCopy: (file: string, bytes: number) => void
}

/**
 * Migrates an existing database as `openStudioDatabase` does, and closes it. It may take minutes, so a file that was not closed
 * properly is always checked first. Returns notices for the user. @throws as `openStudioDatabase`.
 */
export function updateStudioDatabase({ dataFolder, ...options }: UpdateOptions): Problem[] {
  requireSafeSqlite()
  try {
    const places = libraryPlaces(dataFolder)
    removeUnfinished(places.backups)
    const { database, notices } = openOrReplace({ ...options, places, checksAll: true })
    database.close()
    return notices
  } catch (error) {
    throw storageFault(error, dataFolder)
  }
}

interface Opener extends Omit<UpdateOptions, 'dataFolder'> {
  places: LibraryPlaces
  /** Whether large files too are checked before use. */
  checksAll: boolean
}
type Opened = Pick<StudioDatabase, 'database' | 'notices' | 'isUnchecked'>

function openOrReplace(opener: Opener): Opened {
  const { places, log } = opener
  const bytes = statSync(places.database, { throwIfNoEntry: false })?.size ?? 0
  if (bytes === 0 && isFirstStart(places)) return openFile(opener)
  if (isMarkedDamaged(places.database)) return replace(opener)
  // SQLite would treat a file shorter than a page as an empty database.
  if (bytes < MIN_PAGE_BYTES) return replace(opener)
  try {
    return openFile(opener)
  } catch (error) {
    if (sqliteFault(error) !== 'damaged') throw error
    log.error('The database is damaged', { error: String(error) })
    return replace(opener)
  }
}

/** Whether there is no trace of an earlier database. */
const isFirstStart = (places: LibraryPlaces): boolean =>
  backupFiles(places.backups, 0).length === 0 &&
  findRenamedDamaged(places) === null &&
  new SegmentedLog(places.journal).isEmpty &&
  readdirSync(places.library).length === 0

function openFile({ places, clock, steps, log, freeBytes, checksAll, onUpdate, onCopy }: Opener): Opened {
  const check = isSuspicious(places.database)
  const isUnchecked = check && !checksAll && statSync(places.database).size > MAX_BYTES_CHECKED_AT_START
  const database = new Database(places.database)
  try {
    if (check && !isUnchecked) {
      log.info('Checking the database, which was not closed properly')
      onUpdate({ stage: 'check', step: 0, steps: 0, percent: 0 })
      checkDatabase(database)
    }
    const backUp = (from: number): void => {
      const bytes = bytesOf(database)
      requireFreeSpace(places.database, bytes, freeBytes)
      log.info('Updating the database; a backup is made first', { from, to: steps.length })
      onUpdate({ stage: 'backup', step: 0, steps: steps.length - from, percent: 0 })
      backUpBeforeMigration(database, places.backups, from, clock.now(), (file) => onCopy(file, bytes))
    }
    migrate(database, steps, backUp, (step, steps) => onUpdate({ stage: 'step', step, steps, percent: 100 }))
    return { database, notices: [], isUnchecked }
  } catch (error) {
    database.close()
    if (error instanceof StudioError && error.cause instanceof Error)
      log.error('The database could not be updated', { ...error.problem.params, error: error.cause.message })
    throw error
  }
}

/** The size of all pages in bytes, including those in the write-ahead log. */
function bytesOf(database: Database): number {
  const { page_count: pages } = database.get('PRAGMA page_count') ?? {}
  const { page_size: size } = database.get('PRAGMA page_size') ?? {}
  return Number(pages) * Number(size)
}

/** Throws before the first write of an update if the disk has no space for the backup and the changes. */
function requireFreeSpace(file: string, bytes: number, freeBytes: (folder: string) => number): void {
  const needed = 2 * bytes + SPARE_BYTES
  const free = freeBytes(dirname(file))
  if (free >= needed) return
  const params = { free, least: needed }
  throw new StudioError({ code: storageErrors.updateNeedsRoom, money: 'none', params })
}

/** Prepares the replacement before the damaged file is renamed, so that a crash in between loses neither. */
function replace(opener: Opener): Opened {
  const { places, clock, steps, log } = opener
  const draft = `${places.database}.part`
  for (const suffix of ['', '-wal', '-shm']) rmSync(draft + suffix, { force: true })
  const backup = restoreBackup(places.backups, draft, steps, clock.now(), log)
  const renamed = renameDamaged(places, clock.now()) ?? findRenamedDamaged(places)
  // Before the replacement gets its name, so that the next startup after a crash doesn't replace it again.
  unmarkDamaged(places.database)
  if (backup) syncAndRename(draft, places.database)
  const code = backup ? storageErrors.databaseRestored : storageErrors.databaseDamaged
  const params = { ...(renamed && { file: renamed }), ...(backup && { backup: backup.name }) }
  log.error('The database was replaced', { code, ...params })
  return { ...openFile(opener), notices: [{ code, money: 'none', params }] }
}

function renameDamaged({ database }: LibraryPlaces, now: number): string | null {
  const stem = `easel-damaged-${fileStamp(now)}`
  let name = `${stem}.db`
  for (let n = 2; existsSync(join(dirname(database), name)); n++) name = `${stem}-${n}.db`
  const existed = existsSync(database)
  // The log first, because SQLite would apply a remaining log to the next database.
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(database + suffix)) renameSync(database + suffix, join(dirname(database), name + suffix))
  }
  return existed ? name : null
}

/** A damaged database that was renamed by a startup that did not finish. */
const findRenamedDamaged = ({ database }: LibraryPlaces): string | null =>
  readdirSync(dirname(database))
    .filter((name) => /^easel-damaged-.*\.db$/.test(name))
    .sort()
    .at(-1) ?? null

/** In earlier versions, resetting the write-ahead log at the wrong moment can damage the database (sqlite.org/wal.html, 3.51.3). */
const MIN_SQLITE_VERSION = '3.51.3'

export function requireSafeSqlite(found = process.versions['sqlite'] ?? '0'): void {
  if (found.localeCompare(MIN_SQLITE_VERSION, 'en', { numeric: true }) >= 0 && found !== '3.52.0') return
  const params = { found, wanted: MIN_SQLITE_VERSION }
  throw new StudioError({ code: storageErrors.sqliteTooOld, money: 'none', params })
}
