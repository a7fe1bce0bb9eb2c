import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StudioError, storageErrors } from '../../../src-preload/contract/errors.ts'
import { makeFolder } from './makeFolder.ts'
import { sqliteFault } from './sqliteFault.ts'

export interface LibraryLock {
  release: () => void
}

// Kept from the garbage collector, which would close the file and so give the lock away.
const held = new Set<DatabaseSync>()

/**
 * Takes the data folder for this process; refuses with `library_in_use` while another has it. The lock is the operating
 * system's, on a tiny database nobody writes: it ends with the process, however that ends, and can't go stale.
 */
export function lockLibrary(dataFolder: string): LibraryLock {
  makeFolder(dataFolder)
  const file = join(dataFolder, 'easel.lock')
  const connection = take(file)
  held.add(connection)
  return {
    release: () => {
      if (held.delete(connection)) connection.close()
    },
  }
}

function take(file: string, again = true): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: 0 })
  try {
    connection.exec('BEGIN EXCLUSIVE')
    chmodSync(file, 0o600)
    return connection
  } catch (error) {
    connection.close()
    const fault = sqliteFault(error)
    if (fault === 'busy') throw new StudioError({ code: storageErrors.libraryInUse, money: 'none' })
    if (fault !== 'damaged' || !again) throw error
    rmSync(file)
    return take(file, false)
  }
}
