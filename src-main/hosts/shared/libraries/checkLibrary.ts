import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { libraryErrors, storageErrors } from '../../../../src-preload/contract/errors.ts'
import { nonBillingError, StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { readSchemaVersionAsync } from '../../../studio/storage/database/checkDatabase.ts'
import { openStudioDatabase } from '../../../studio/storage/openStudioDatabase.ts'
import { isOwnName, readFolderContent } from '../../../studio/storage/files/libraryFolder.ts'
import { lockLibrary } from '../../../studio/storage/files/lockLibrary.ts'
import { toStorageError } from '../../../studio/storage/files/storageError.ts'
import { migrations } from '../../../studio/storage/migrations/index.ts'
import { findBackup } from '../../../studio/library/maintenance/restoreLibrary.ts'
import { systemClock } from '../world/systemClock.ts'

/**
 * Checks whether the next start can probably open a library or a backup, without opening it. Returns which of them it is. `read` may limit the
 * time that the folder has to respond.
 *
 * @throws StudioError `library_missing`, `not_a_library`, `library_unfinished`, `library_in_use`, `database_newer`, `backup_newer`, or a disk error.
 */
export async function checkLibrary(folder: string, read = readFolderContent): Promise<'library' | 'backup'> {
  const content = await read(folder)
  if (content === 'missing') throw nonBillingError(storageErrors.libraryMissing)
  if (content === 'unfinished') throw nonBillingError(storageErrors.libraryUnfinished)
  if (content === 'empty' || content === 'other') throw nonBillingError(libraryErrors.notALibrary)
  try {
    // A backup isn't locked, because the lock file would be added to it.
    if (content === 'backup') await findBackup(folder, read)
    else lockLibrary(folder).release()
    if ((await readSchemaVersionAsync(join(folder, 'easel.db'))) > migrations.length)
      throw new StudioError({ code: storageErrors.databaseNewer, money: 'none' })
    return content
  } catch (error) {
    throw toStorageError(error, folder)
  }
}

/** Creates a library in an empty folder. @throws StudioError `folder_has_library`, `folder_not_empty`, or a disk error. */
export async function createLibrary(folder: string, read = readFolderContent): Promise<void> {
  const content = await read(folder)
  if (content === 'library' || content === 'backup') throw nonBillingError(libraryErrors.folderHasLibrary)
  if (content !== 'empty') throw nonBillingError(libraryErrors.folderNotEmpty)
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  try {
    await openStudioDatabase({ dataFolder: folder, log, clock: systemClock }).close()
  } catch (error) {
    // Otherwise the folder would seem to contain a library.
    for (const name of readdirSync(folder))
      if (isOwnName(name)) rmSync(join(folder, name), { recursive: true, force: true })
    throw error
  }
}
