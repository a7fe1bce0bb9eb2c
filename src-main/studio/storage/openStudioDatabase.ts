import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StudioError, storageErrors } from '../../../src-preload/contract/errors.ts'
import type { LibraryUpdate } from '../../../src-preload/contract/types/libraryUpdate.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { Clock, Log } from '../world.ts'
import { backUpBeforeMigration, backupFiles, fileStamp, removeUnfinished, settleFile } from './backupFiles.ts'
import { checkDatabase, isMarkedDamaged, isSuspicious, unmarkDamaged } from './checkDatabase.ts'
import { DailyBackup } from './DailyBackup.ts'
import { Database } from './Database.ts'
import { freeOf } from './DiskGuard.ts'
import { libraryPlaces, type LibraryPlaces } from './libraryPlaces.ts'
import { migrate } from './migrate.ts'
import { migrations, type Migration } from './migrations/index.ts'
import { restoreBackup } from './restoreBackup.ts'
import { SegmentedLog } from './SegmentedLog.ts'
import { sqliteFault } from './sqliteFault.ts'
import { requireSafeSqlite } from './requireSafeSqlite.ts'
import { storageFault } from './storageFault.ts'

const SMALLEST_PAGE = 512
/** Bytes left free by an update. */
const SPARE_ROOM = 64 << 20
/** Bytes that are checked in a few milliseconds. */
const CHECKED_AT_ONCE = 16 << 20

interface Parts {
  dataFolder: string
  log: Log
  clock: Clock
  /** The schema's steps; another list only in tests. */
  steps?: readonly Migration[]
  /** Bytes free on disk of a folder; the system's own answer where left out. */
  freeBytes?: (folder: string) => number
}

export interface StudioDatabase {
  database: Database
  places: LibraryPlaces
  /** Lines about accepted jobs, kept as far back as the backups. */
  journal: SegmentedLog
  /**
   * The file was not closed properly and is too large to be checked before the first screen: nothing may be sent before
   * `IntegrityCheck` found it intact.
   */
  isUnchecked: boolean
  /** What the user must know: a damaged database was renamed, a backup replaced it. */
  notices: Problem[]
  /** Ends the background backup and closes the database in order. */
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
}: Parts): StudioDatabase {
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
export interface UpdateParts {
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
 * properly is always checked first. Returns what the user must know. @throws as `openStudioDatabase`.
 */
export function updateStudioDatabase({ dataFolder, ...parts }: UpdateParts): Problem[] {
  requireSafeSqlite()
  try {
    const places = libraryPlaces(dataFolder)
    removeUnfinished(places.backups)
    const { database, notices } = openOrReplace({ ...parts, places, checksAll: true })
    database.close()
    return notices
  } catch (error) {
    throw storageFault(error, dataFolder)
  }
}

interface Opener extends Omit<UpdateParts, 'dataFolder'> {
  places: LibraryPlaces
  /** Also a large file is checked before it is used. */
  checksAll: boolean
}
type Opened = Pick<StudioDatabase, 'database' | 'notices' | 'isUnchecked'>

function openOrReplace(opener: Opener): Opened {
  const { places, log } = opener
  const bytes = statSync(places.database, { throwIfNoEntry: false })?.size ?? 0
  if (bytes === 0 && isFirstStart(places)) return openFile(opener)
  if (isMarkedDamaged(places.database)) return replace(opener)
  // SQLite itself would take anything shorter than a page for an empty database.
  if (bytes < SMALLEST_PAGE) return replace(opener)
  try {
    return openFile(opener)
  } catch (error) {
    if (sqliteFault(error) !== 'damaged') throw error
    log.error('The database is damaged', { error: String(error) })
    return replace(opener)
  }
}

/** There is no trace of an earlier database. */
const isFirstStart = (places: LibraryPlaces): boolean =>
  backupFiles(places.backups, 0).length === 0 &&
  setAsideBefore(places) === null &&
  new SegmentedLog(places.journal).isEmpty &&
  readdirSync(places.library).length === 0

function openFile({ places, clock, steps, log, freeBytes, checksAll, onUpdate, onCopy }: Opener): Opened {
  const check = isSuspicious(places.database)
  const isUnchecked = check && !checksAll && statSync(places.database).size > CHECKED_AT_ONCE
  const database = new Database(places.database)
  try {
    if (check && !isUnchecked) {
      log.info('Checking the database, which was not closed in order')
      onUpdate({ stage: 'check', step: 0, steps: 0, percent: 0 })
      checkDatabase(database)
    }
    const backUp = (from: number): void => {
      const bytes = bytesOf(database)
      requireRoom(places.database, bytes, freeBytes)
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

/** Bytes of all pages, including those in the write-ahead log. */
function bytesOf(database: Database): number {
  const { page_count: pages } = database.get('PRAGMA page_count') ?? {}
  const { page_size: size } = database.get('PRAGMA page_size') ?? {}
  return Number(pages) * Number(size)
}

/** Throws before the first write of an update if the disk can't hold the backup and what the steps write. */
function requireRoom(file: string, bytes: number, freeBytes: (folder: string) => number): void {
  const wanted = 2 * bytes + SPARE_ROOM
  const free = freeBytes(dirname(file))
  if (free >= wanted) return
  const params = { free, least: wanted }
  throw new StudioError({ code: storageErrors.updateNeedsRoom, money: 'none', params })
}

/** The replacement is ready before the damaged file moves, so that a crash in between loses neither. */
function replace(opener: Opener): Opened {
  const { places, clock, steps, log } = opener
  const draft = `${places.database}.part`
  for (const end of ['', '-wal', '-shm']) rmSync(draft + end, { force: true })
  const backup = restoreBackup(places.backups, draft, steps, clock.now(), log)
  const aside = setAside(places, clock.now()) ?? setAsideBefore(places)
  // Before the replacement has its name: a crash in between must not have the next start replace it in turn.
  unmarkDamaged(places.database)
  if (backup) settleFile(draft, places.database)
  const code = backup ? storageErrors.databaseRestored : storageErrors.databaseDamaged
  const params = { ...(aside && { file: aside }), ...(backup && { backup: backup.name }) }
  log.error('The database was replaced', { code, ...params })
  return { ...openFile(opener), notices: [{ code, money: 'none', params }] }
}

function setAside({ database }: LibraryPlaces, now: number): string | null {
  const stem = `easel-damaged-${fileStamp(now)}`
  let name = `${stem}.db`
  for (let n = 2; existsSync(join(dirname(database), name)); n++) name = `${stem}-${n}.db`
  const existed = existsSync(database)
  // The log first: left behind, SQLite would play it into the database that comes next.
  for (const end of ['-wal', '-shm', '']) {
    if (existsSync(database + end)) renameSync(database + end, join(dirname(database), name + end))
  }
  return existed ? name : null
}

/** A damaged database set aside by a start that did not finish. */
const setAsideBefore = ({ database }: LibraryPlaces): string | null =>
  readdirSync(dirname(database))
    .filter((name) => /^easel-damaged-.*\.db$/.test(name))
    .sort()
    .at(-1) ?? null
