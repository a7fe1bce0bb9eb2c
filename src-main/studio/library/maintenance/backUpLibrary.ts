import { readdir, realpath, rm } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { libraryErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { fileTimestamp, listBackups } from '../../storage/backup/backupFiles.ts'
import type { Database } from '../../storage/database/Database.ts'
import { syncAndRename, writeFileDurably } from '../../storage/files/durableFiles.ts'
import { makeFolder } from '../../storage/files/folders.ts'
import { BACKUP_MARKER } from '../../storage/files/libraryFolder.ts'
import { diskFailedError, toStorageError } from '../../storage/files/storageError.ts'
import {
  copyFile,
  copyFolders,
  countFiles,
  findOverrides,
  listContentFolders,
  OVERRIDES,
} from './copyFiles.ts'
import type { MaintenanceRun } from './MaintenanceRun.ts'

/** The subfolder for a backup if the chosen folder contains other files. */
export const BACKUP_FOLDER = 'Easel backup'
/** What a backup contains. If the chosen folder contains anything else, the backup goes to a subfolder. */
const BACKUP_NAMES: ReadonlySet<string> = new Set([
  BACKUP_MARKER,
  `${BACKUP_MARKER}.part`,
  'backups',
  'found',
  'inputs',
  'journal',
  'library',
  OVERRIDES,
])
/** Older copies of the database are deleted from a backup. */
const MAX_DATABASES = 3

interface Dependencies {
  database: Database
  dataFolder: string
  version: string
  /** Checks a copy of the database. @throws Error if it is damaged or can't be checked. */
  checkCopy: (file: string, signal: AbortSignal) => Promise<void>
  now: number
}

/**
 * The folder that a backup goes to: the chosen one if it is empty or a backup, otherwise a subfolder. @throws
 * StudioError `backup_folder`, `disk_failed`.
 */
export async function chooseBackupFolder(chosen: string, dataFolder: string): Promise<string> {
  const [folder, library] = await Promise.all([realpath(chosen), realpath(dataFolder)]).catch(
    (error: unknown) => {
      throw toStorageError(error, chosen)
    },
  )
  if (isNested(folder, library)) throw new StudioError({ code: libraryErrors.backupFolder, money: 'none' })
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'))
  return names.every((name) => BACKUP_NAMES.has(name)) ? folder : join(folder, BACKUP_FOLDER)
}

/** Whether two real paths are the same or one is inside the other. */
export function isNested(one: string, other: string): boolean {
  const isInside = (inner: string, outer: string): boolean => `${inner}${sep}`.startsWith(`${outer}${sep}`)
  return isInside(one, other) || isInside(other, one)
}

/** Finds the saved hash of a file of the library by its folder and name; null if the database doesn't have the file. */
export const findSavedHash =
  (database: Pick<Database, 'get'>) =>
  (folder: string, name: string): string | null => {
    const [root, ...rest] = folder.split('/')
    if (root !== 'library' && root !== 'inputs') return null
    const row = database.get(
      `SELECT sha256 FROM assets WHERE path = ? AND (role = 'input') = ?`,
      [...rest, name].join('/'),
      Number(root === 'inputs'),
    )
    return row === undefined ? null : String(row['sha256'])
  }

/**
 * Copies the whole library to a folder that Easel can open as a library. Files that the backup already has are skipped,
 * so a stopped backup continues where it stopped. Each copy gets its final name only after it has been read back and
 * compared. The database gets its name last, so an incomplete backup still has its earlier one. Only older copies of
 * the database are ever deleted from a backup.
 */
export async function backUpLibrary(
  run: MaintenanceRun,
  target: string,
  { database, dataFolder, version, checkCopy, now }: Dependencies,
): Promise<void> {
  const backups = join(target, 'backups')
  const databaseFile = join(backups, `easel-${fileTimestamp(now)}.db`)
  try {
    makeFolder(backups)
    await database.backupTo(`${databaseFile}.part`, run.signal)
    // A damaged copy must not replace intact ones.
    await checkCopy(`${databaseFile}.part`, run.signal).catch((error: unknown) => {
      run.signal.throwIfAborted()
      throw diskFailedError(error)
    })
    const folders = await listContentFolders(dataFolder)
    const overrides = await findOverrides(dataFolder)
    run.setTotals({ files: (await countFiles(dataFolder, folders)) + overrides.length, bytes: 0 })
    await copyFolders(run, { from: dataFolder, to: target, folders, findHash: findSavedHash(database) })
    for (const name of overrides) await copyFile(run, join(dataFolder, name), join(target, name), name, null)
    run.signal.throwIfAborted()
    syncAndRename(`${databaseFile}.part`, databaseFile)
    for (const { path } of listBackups(backups, now).slice(MAX_DATABASES)) await rm(path, { force: true })
    await writeFileDurably(join(target, BACKUP_MARKER), `${JSON.stringify({ version, at: now }, null, 2)}\n`)
  } catch (error) {
    throw toStorageError(error, target)
  } finally {
    await rm(`${databaseFile}.part`, { force: true })
  }
}
