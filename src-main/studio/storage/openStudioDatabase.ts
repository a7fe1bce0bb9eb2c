import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { storageErrors } from '../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import type { LibraryUpdate } from '../../../src-preload/contract/types/libraryUpdate.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { Clock, Log } from '../world.ts'
import { listBackups, fileTimestamp, removeUnfinishedBackups } from './backup/backupFiles.ts'
import {
  checkDatabase,
  isMarkedDamaged,
  markDamaged,
  markUnchecked,
  needsIntegrityCheck,
  unmarkDamaged,
  unmarkUnchecked,
} from './database/checkDatabase.ts'
import { DailyBackup } from './backup/DailyBackup.ts'
import { Database } from './database/Database.ts'
import { freeDiskBytes } from './files/DiskGuard.ts'
import { prepareLibraryPaths, type LibraryPaths } from './files/folders.ts'
import { migrate, schemaVersion } from './update/migrate.ts'
import { completeUpdate, findUpdateBackup, startUpdate } from './backup/updateBackup.ts'
import { migrations, type Migration } from './migrations/index.ts'
import { restoreBackup } from './backup/restoreBackup.ts'
import { SegmentedLog } from './files/SegmentedLog.ts'
import { sqliteErrorKind, toStorageError } from './files/storageError.ts'
import { syncAndRename } from './files/durableFiles.ts'

/** The smallest page size of SQLite. */
const MIN_PAGE_BYTES = 512
/** Bytes that must stay free on the disk during an update. */
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

/** The open database with what belongs to it. */
export interface StudioDatabase {
  database: Database
  paths: LibraryPaths
  /** The journal of accepted jobs, with all entries since the oldest backup. */
  journal: SegmentedLog
  /**
   * Whether the file was not closed properly, or not checked since then, and is too large to be checked before the first screen. Then
   * nothing may be sent until `IntegrityCheck` has found it intact.
   */
  isUnchecked: boolean
  /** Copies the database once a day after `start`. */
  backups: Pick<DailyBackup, 'start' | 'stop'>
  /** Notices for the user, such as that a damaged database was renamed and replaced with a backup. */
  notices: Problem[]
  /** Ends the background backup and closes the database properly. */
  close: () => Promise<void>
}

/**
 * Opens the studio's database, creating or migrating it as needed. A newer one is rejected (`database_newer`); a damaged one is
 * renamed with the date and replaced with the newest intact backup or, failing that, a new one, and a notice says so.
 */
export function openStudioDatabase({
  dataFolder,
  log,
  clock,
  steps = migrations,
  freeBytes = freeDiskBytes,
}: Options): StudioDatabase {
  requireSqliteVersion()
  try {
    const paths = prepareLibraryPaths(dataFolder)
    removeUnfinishedBackups(paths.backups)
    const withoutProgress = { onProgress: () => {}, onBackupStart: () => {} }
    const context = { paths, log, clock, steps, freeBytes, checksLargeFiles: false, ...withoutProgress }
    const { database, notices: openingNotices, isUnchecked } = openOrReplace(context)
    const updateNotices = describeUpdate(completeUpdate(paths.backups, schemaVersion(database), clock.now()))
    const notices = [...openingNotices, ...updateNotices]
    const journal = new SegmentedLog(paths.journal)
    const backups = new DailyBackup({ database, folder: paths.backups, journal, clock, log })
    const close = async () => {
      await backups.stop()
      journal.close()
      database.close()
    }
    return { database, paths, journal, isUnchecked, backups, notices, close }
  } catch (error) {
    throw toStorageError(error, dataFolder)
  }
}

/** A notice after an update, which names the backup from before it. */
const describeUpdate = (backup: string | null): Problem[] =>
  backup === null ? [] : [{ code: storageErrors.libraryUpdated, money: 'none', params: { backup } }]

/** Options of an update, which runs in a worker thread. */
export interface UpdateOptions {
  dataFolder: string
  log: Log
  clock: Pick<Clock, 'now'>
  steps: readonly Migration[]
  freeBytes: (folder: string) => number
  onProgress: (update: LibraryUpdate) => void
  /** Called when the backup starts, with the path of the growing file and its expected size. */
  onBackupStart: (file: string, bytes: number) => void
}

/**
 * Migrates an existing database as `openStudioDatabase` does, and closes it. It may take minutes, so a file that was not closed
 * properly is always checked first. Returns notices for the user. @throws as `openStudioDatabase`.
 */
export function updateStudioDatabase({ dataFolder, ...options }: UpdateOptions): Problem[] {
  requireSqliteVersion()
  try {
    const paths = prepareLibraryPaths(dataFolder)
    removeUnfinishedBackups(paths.backups)
    const { database, notices } = openOrReplace({ ...options, paths, checksLargeFiles: true })
    database.close()
    return notices
  } catch (error) {
    throw toStorageError(error, dataFolder)
  }
}

interface OpenContext extends Omit<UpdateOptions, 'dataFolder'> {
  paths: LibraryPaths
  /** Whether large files, too, are checked before they are used, which may take minutes. */
  checksLargeFiles: boolean
}

type OpenedDatabase = Pick<StudioDatabase, 'database' | 'notices' | 'isUnchecked'>

function openOrReplace(context: OpenContext): OpenedDatabase {
  const { paths, log } = context
  const bytes = statSync(paths.database, { throwIfNoEntry: false })?.size ?? 0
  if (bytes === 0 && isFirstStart(paths)) return openFile(context)
  if (isMarkedDamaged(paths.database)) return replaceDatabase(context)
  // SQLite would treat a file shorter than a page as an empty database.
  if (bytes < MIN_PAGE_BYTES) return replaceDatabase(context)
  try {
    return openFile(context)
  } catch (error) {
    if (sqliteErrorKind(error) !== 'damaged') throw error
    log.error('The database is damaged', { error: String(error) })
    return replaceDatabase(context)
  }
}

/** Whether there is no trace of an earlier database. */
const isFirstStart = (paths: LibraryPaths): boolean =>
  listBackups(paths.backups, 0).length === 0 &&
  findRenamedDamaged(paths) === null &&
  new SegmentedLog(paths.journal).isEmpty &&
  readdirSync(paths.library).length === 0

function openFile({
  paths,
  clock,
  steps,
  log,
  freeBytes,
  checksLargeFiles,
  onProgress,
  onBackupStart,
}: OpenContext): OpenedDatabase {
  const needsCheck = needsIntegrityCheck(paths.database)
  const isUnchecked =
    needsCheck && !checksLargeFiles && statSync(paths.database).size > MAX_BYTES_CHECKED_AT_START
  if (isUnchecked) markUnchecked(paths.database)
  const database = new Database(paths.database)
  try {
    if (needsCheck && !isUnchecked) {
      log.info('Checking the database, which was not closed properly')
      onProgress({ stage: 'check', step: 0, steps: 0, percent: 0 })
      checkDatabase(database)
      unmarkUnchecked(paths.database)
    }
    const backUp = (from: number): void => {
      const bytes = databaseBytes(database)
      const earlier = findUpdateBackup(paths.backups, from)
      requireFreeSpace(paths.database, (earlier === null ? 2 : 1) * bytes, freeBytes)
      if (earlier !== null) {
        log.info('Continuing to update the database', { from, to: steps.length, backup: earlier })
        return
      }
      log.info('Updating the database; a backup is made first', { from, to: steps.length })
      onProgress({ stage: 'backup', step: 0, steps: steps.length - from, percent: 0 })
      startUpdate(database, paths.backups, from, clock.now(), (file) => onBackupStart(file, bytes))
    }
    migrate(database, steps, backUp, (step, steps) =>
      onProgress({ stage: 'step', step, steps, percent: 100 }),
    )
    return { database, notices: [], isUnchecked }
  } catch (error) {
    database.close()
    if (error instanceof StudioError && error.cause instanceof Error)
      log.error('The database could not be updated', { ...error.problem.params, error: error.cause.message })
    throw error
  }
}

/** The size of all pages in bytes, including those in the write-ahead log. */
function databaseBytes(database: Database): number {
  const { page_count: pages } = database.get('PRAGMA page_count') ?? {}
  const { page_size: size } = database.get('PRAGMA page_size') ?? {}
  return Number(pages) * Number(size)
}

/** Throws before the first write of an update if the disk has no space for the backup and the changes, which need `bytes`. */
function requireFreeSpace(file: string, bytes: number, freeBytes: (folder: string) => number): void {
  const needed = bytes + SPARE_BYTES
  const free = freeBytes(dirname(file))
  if (free >= needed) return
  const params = { free, needed }
  throw new StudioError({ code: storageErrors.updateNeedsRoom, money: 'none', params })
}

/** Prepares the replacement before the damaged file is renamed, so that a crash in between loses neither. */
function replaceDatabase(context: OpenContext): OpenedDatabase {
  const { paths, clock, steps, log } = context
  const tempPath = `${paths.database}.part`
  // Whether an earlier startup began to replace the database.
  const wasInterrupted = isMarkedDamaged(paths.database) || existsSync(tempPath)
  for (const suffix of ['', '-wal', '-shm']) rmSync(tempPath + suffix, { force: true })
  const backup = restoreBackup(paths.backups, tempPath, steps, clock.now(), log)
  // So that the next startup after a crash finds the renamed file.
  markDamaged(paths.database)
  const renamed = renameDamaged(paths, clock.now()) ?? (wasInterrupted ? findRenamedDamaged(paths) : null)
  // Before the replacement gets its name, so that the next startup after a crash doesn't replace it again.
  unmarkDamaged(paths.database)
  unmarkUnchecked(paths.database)
  if (backup) syncAndRename(tempPath, paths.database)
  const file = renamed === null ? {} : { file: renamed }
  const notice: Problem = backup
    ? { code: storageErrors.databaseRestored, money: 'none', params: { ...file, backup: backup.name } }
    : { code: storageErrors.databaseDamaged, money: 'none', params: file }
  log.error('The database was replaced', { code: notice.code, ...notice.params })
  return { ...openFile(context), notices: [notice] }
}

function renameDamaged({ database }: LibraryPaths, now: number): string | null {
  const stem = `easel-damaged-${fileTimestamp(now)}`
  let name = `${stem}.db`
  for (let n = 2; existsSync(join(dirname(database), name)); n++) name = `${stem}-${n}.db`
  const existed = existsSync(database)
  // The write-ahead log first, because SQLite would apply a remaining one to the next database.
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(database + suffix)) renameSync(database + suffix, join(dirname(database), name + suffix))
  }
  return existed ? name : null
}

/** The most recent renamed database. */
const findRenamedDamaged = ({ database }: LibraryPaths): string | null =>
  readdirSync(dirname(database))
    .filter((name) => /^easel-damaged-.*\.db$/.test(name))
    .sort()
    .at(-1) ?? null

/** In earlier versions, resetting the write-ahead log at the wrong moment can damage the database (sqlite.org/wal.html, 3.51.3). */
const MIN_SQLITE_VERSION = '3.51.3'

/** @throws StudioError `sqlite_too_old` if the runtime's SQLite can damage a database. SQLite 3.52.0 was withdrawn by its developers. */
export function requireSqliteVersion(found = process.versions['sqlite'] ?? '0'): void {
  if (found.localeCompare(MIN_SQLITE_VERSION, 'en', { numeric: true }) >= 0 && found !== '3.52.0') return
  const params = { found, wanted: MIN_SQLITE_VERSION }
  throw new StudioError({ code: storageErrors.sqliteTooOld, money: 'none', params })
}
