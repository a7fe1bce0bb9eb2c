import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { storageErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { makeFolder } from './folders.ts'
import { sqliteErrorKind } from './storageError.ts'

/** The lock of a data folder. */
export interface LibraryLock {
  release: () => void
}

// References that protect the connections from garbage collection, which would close the file and release the lock.
const openLocks = new Set<DatabaseSync>()

/**
 * Locks the data folder for this process. The lock is a file lock of the operating system on a tiny database; it ends with
 * the process, so it can't become stale. @throws StudioError `library_in_use` while another process has the lock.
 */
export function lockLibrary(dataFolder: string): LibraryLock {
  makeFolder(dataFolder)
  const file = join(dataFolder, 'easel.lock')
  const connection = acquire(file)
  openLocks.add(connection)
  return {
    release: () => {
      if (openLocks.delete(connection)) connection.close()
    },
  }
}

/** Opens and locks the file. With `mayReplace`, a damaged file is deleted and created again. */
function acquire(file: string, mayReplace = true): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: 0 })
  try {
    connection.exec('BEGIN EXCLUSIVE')
    chmodSync(file, 0o600)
    return connection
  } catch (error) {
    connection.close()
    const kind = sqliteErrorKind(error)
    if (kind === 'busy') throw new StudioError({ code: storageErrors.libraryInUse, money: 'none' })
    if (kind !== 'damaged' || !mayReplace) throw error
    rmSync(file)
    return acquire(file, false)
  }
}
