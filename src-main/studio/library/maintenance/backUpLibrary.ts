import { readdir, realpath, rm } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { libraryErrors, StudioError } from '../../../../src-preload/contract/errors.ts'
import { fileTimestamp, listBackups } from '../../storage/backup/backupFiles.ts'
import type { Database } from '../../storage/database/Database.ts'
import { syncAndRename, writeFileDurably } from '../../storage/files/durableFiles.ts'
import { makeFolder } from '../../storage/files/folders.ts'
import { BACKUP_MARKER } from '../../storage/files/libraryFolder.ts'
import { toStorageError } from '../../storage/files/storageError.ts'
import {
  copyFile,
  copyFolders,
  countFiles,
  findOverrides,
  listContentFolders,
  OVERRIDES,
} from './copyFiles.ts'
import type { MaintenanceRun } from './MaintenanceRun.ts'

/** The folder of a backup inside a chosen folder that has other files. */
export const BACKUP_FOLDER = 'Easel backup'
/** What a backup contains. A folder with anything else, such as another library, is left as it is. */
const CONTENT: ReadonlySet<string> = new Set([
  BACKUP_MARKER,
  `${BACKUP_MARKER}.part`,
  'backups',
  'found',
  'inputs',
  'journal',
  'library',
  OVERRIDES,
])
/** The copies of the database that a backup keeps. */
const MAX_DATABASES = 3

interface Dependencies {
  database: Database
  dataFolder: string
  version: string
  now: number
}

/** The folder that a backup goes to: the chosen one if it is empty or a backup, otherwise a folder in it. @throws StudioError `backup_folder`, `disk_failed`. */
export async function chooseBackupFolder(chosen: string, dataFolder: string): Promise<string> {
  const [folder, library] = await Promise.all([realpath(chosen), realpath(dataFolder)]).catch(
    (error: unknown) => {
      throw toStorageError(error, chosen)
    },
  )
  if (isNested(folder, library)) throw new StudioError({ code: libraryErrors.backupFolder, money: 'none' })
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'))
  return names.every((name) => CONTENT.has(name)) ? folder : join(folder, BACKUP_FOLDER)
}

/** Whether one of two real paths is the other or is inside it. */
export function isNested(one: string, other: string): boolean {
  const isInside = (inner: string, outer: string): boolean => `${inner}${sep}`.startsWith(`${outer}${sep}`)
  return isInside(one, other) || isInside(other, one)
}

/** The hash of a file of the library by its folder and name; null if the database doesn't know it. */
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
 * Copies the whole library to a folder that Easel can open as a library. Files that the backup already has are skipped, so that a stopped
 * backup continues where it was. Each copy gets its name only once it was read back. The database gets its name last, so that an
 * incomplete backup still has its earlier one. Nothing is deleted from a backup but older copies of the database.
 */
export async function backUpLibrary(
  run: MaintenanceRun,
  target: string,
  { database, dataFolder, version, now }: Dependencies,
): Promise<void> {
  const backups = join(target, 'backups')
  const databaseFile = join(backups, `easel-${fileTimestamp(now)}.db`)
  try {
    makeFolder(backups)
    await database.backupTo(`${databaseFile}.part`, run.signal)
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
