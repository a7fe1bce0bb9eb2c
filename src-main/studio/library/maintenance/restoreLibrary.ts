import { readdir, realpath, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { libraryErrors, storageErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { selectBackups } from '../../storage/backup/backupFiles.ts'
import { readSchemaVersionAsync } from '../../storage/database/checkDatabase.ts'
import { fsyncFolder, writeFileDurably } from '../../storage/files/durableFiles.ts'
import { makeFolder } from '../../storage/files/folders.ts'
import { readFolderContent, TARGET_MARKER } from '../../storage/files/libraryFolder.ts'
import { toStorageError } from '../../storage/files/storageError.ts'
import { migrations } from '../../storage/migrations/index.ts'
import { BACKUP_FOLDER, findSavedHash } from './backUpLibrary.ts'
import { copyFile, copyFolders, countFiles, findOverrides, listContentFolders } from './copyFiles.ts'
import type { MaintenanceRun } from './MaintenanceRun.ts'

/**
 * Finds the backup in a folder that the user chose: the folder itself, or the subfolder for a backup. `read` may limit the time that a folder has
 * to respond. @throws StudioError `not_a_backup`, `backup_newer`, `disk_failed`.
 */
export async function findBackup(chosen: string, read = readFolderContent): Promise<string> {
  let folder = chosen
  if ((await read(folder)) !== 'backup') {
    folder = join(chosen, BACKUP_FOLDER)
    if ((await read(folder)) !== 'backup')
      throw new StudioError({ code: libraryErrors.notABackup, money: 'none' })
  }
  try {
    const backups = join(folder, 'backups')
    for (const { path } of selectBackups(backups, await readdir(backups), Date.now()))
      if ((await readSchemaVersionAsync(path)) > migrations.length)
        throw new StudioError({ code: libraryErrors.backupNewer, money: 'none' })
    return await realpath(folder)
  } catch (error) {
    throw toStorageError(error, folder)
  }
}

/**
 * Copies a backup to an empty folder, which can then be opened as a library. Copies are read back and compared with the
 * hashes in the backup's database. Files that the folder already has are skipped, so a stopped restore continues where
 * it stopped. A marker keeps the folder from being opened before it is complete. Nothing is written to the backup.
 */
export async function restoreLibrary(run: MaintenanceRun, backup: string, target: string): Promise<void> {
  try {
    await writeFileDurably(join(target, TARGET_MARKER), JSON.stringify({ kind: 'restore', from: backup }))
    const from = join(backup, 'backups')
    const databases = selectBackups(from, await readdir(from), Date.now())
    const folders = await listContentFolders(backup)
    const overrides = await findOverrides(backup)
    const files = (await countFiles(backup, folders)) + overrides.length + databases.length
    run.setTotals({ files, bytes: 0 })
    await withSavedHashes(databases[0]?.path ?? '', (findHash) =>
      copyFolders(run, { from: backup, to: target, folders, findHash }),
    )
    for (const name of overrides) await copyFile(run, join(backup, name), join(target, name), name, null)
    const backups = join(target, 'backups')
    makeFolder(backups)
    for (const { path, name } of databases)
      await copyFile(run, path, join(backups, name), `backups/${name}`, null)
    run.signal.throwIfAborted()
    // Without a database the folder would open as an empty library.
    if ((await readdir(backups)).length === 0)
      throw new StudioError({
        code: storageErrors.diskFailed,
        money: 'none',
        params: { cause: basename(databases[0]?.path ?? '') },
      })
    await fsyncFolder(backups)
    await rm(join(target, TARGET_MARKER))
    await fsyncFolder(target)
  } catch (error) {
    throw toStorageError(error, target)
  }
}

/**
 * Calls `work` with a lookup of the saved hashes in a backup's database, which is opened without a lock and without
 * creating files.
 */
async function withSavedHashes(
  file: string,
  work: (findHash: (folder: string, name: string) => string | null) => Promise<void>,
): Promise<void> {
  const connection = openImmutable(file)
  if (connection === null) return work(() => null)
  try {
    const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
    const find = findSavedHash({
      get: (sql, ...values) => {
        const statement = statements.get(sql) ?? connection.prepare(sql)
        statements.set(sql, statement)
        return statement.get(...values)
      },
    })
    // Without hashes if the database is damaged, because the backup may have an intact older one.
    const findHash: typeof find = (folder, name) => {
      try {
        return find(folder, name)
      } catch {
        return null
      }
    }
    await work(findHash)
  } finally {
    connection.close()
  }
}

function openImmutable(file: string): DatabaseSync | null {
  try {
    return new DatabaseSync(new URL(`${pathToFileURL(file).href}?immutable=1`), { readOnly: true })
  } catch {
    return null
  }
}
