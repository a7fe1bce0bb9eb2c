import { join } from 'node:path'
import {
  importErrors,
  StudioError,
  storageErrors,
  unpaidError,
} from '../../../src-preload/contract/errors.ts'
import type { LibraryCopy } from '../library/imports/LibraryImport.ts'
import { readSchemaVersion } from '../storage/database/checkDatabase.ts'
import { Database } from '../storage/database/Database.ts'
import { sqliteErrorKind } from '../storage/files/storageError.ts'
import { migrations } from '../storage/migrations/index.ts'
import { updateInThread } from '../storage/update/updateInThread.ts'
import { QueryWorker } from '../storage/workers/QueryWorker.ts'
import type { World } from '../world.ts'
import { queries } from './queries.ts'
import { threadModule } from './threadModule.ts'

/**
 * Checks and updates a copy of another library's database, `easel.db` in `folder`, and opens it for queries in a thread
 * of its own.
 * @throws StudioError `import_library_damaged`, `import_library_newer`, or a storage error.
 */
export async function openLibraryCopy(
  { log, clock }: Pick<World, 'log' | 'clock'>,
  folder: string,
): Promise<LibraryCopy> {
  const file = join(folder, 'easel.db')
  const version = readSchemaVersion(file)
  if (version > migrations.length) throw unpaidError(importErrors.libraryNewer)
  // 0 means that the file is empty or not a database of Easel.
  if (version === 0) throw unpaidError(importErrors.libraryDamaged)
  const open = (): LibraryCopy => {
    const database = openDatabase(file)
    const thread = threadModule('queryThread')
    const worker = new QueryWorker({ thread, file, database, queries, log })
    return {
      query: worker.query,
      close: async () => {
        await worker.close()
        database.close()
      },
    }
  }
  const copy = open()
  const checked = await copy.query('storage.check', undefined).catch((error: unknown) => String(error))
  if (checked === 'ok' && version === migrations.length) return copy
  await copy.close()
  if (checked !== 'ok') {
    log.warn('The database of another library is damaged', { error: checked })
    throw unpaidError(importErrors.libraryDamaged)
  }
  const thread = threadModule('updateThread')
  const notices = await updateInThread({ thread, dataFolder: folder, log, clock, onUpdate: () => {} }).catch(
    (error: unknown) => {
      const hasUpdateFailed =
        error instanceof StudioError && error.problem.code === storageErrors.databaseUpdateFailed
      throw hasUpdateFailed ? unpaidError(importErrors.libraryDamaged) : error
    },
  )
  // The update reports that it replaced a damaged database by an empty one.
  if (notices.length > 0) throw unpaidError(importErrors.libraryDamaged)
  return open()
}

function openDatabase(file: string): Database {
  try {
    return new Database(file)
  } catch (error) {
    throw sqliteErrorKind(error) === 'damaged' ? unpaidError(importErrors.libraryDamaged) : error
  }
}
