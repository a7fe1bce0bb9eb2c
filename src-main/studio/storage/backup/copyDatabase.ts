import { constants, type Stats } from 'node:fs'
import { copyFile, rm, stat } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'

/** Pages copied at once. */
const PAGES = 256

/**
 * Copies the database of another library to a new file, without changing it, also while another Easel has it open. Rejects when `signal`
 * aborts.
 */
export async function copyDatabase(from: string, to: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const before = await closedFile(from)
  if (before) {
    // A connection would create files beside it, which a folder that can't be written refuses.
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    const after = await closedFile(from)
    if (after && after.size === before.size && after.mtimeMs === before.mtimeMs) return
  }
  await rm(to, { force: true })
  signal.throwIfAborted()
  const connection = new DatabaseSync(from, { readOnly: true, timeout: 5000 })
  try {
    // A read transaction keeps its snapshot, so that the copy doesn't begin again with each write of the other process.
    connection.exec('BEGIN')
    connection.prepare('SELECT count(*) FROM sqlite_schema').get()
    await backup(connection, to, { rate: PAGES, progress: () => signal.throwIfAborted() })
  } finally {
    connection.close()
  }
}

/** The facts of a database that no process has open; null if it has a write-ahead log. */
async function closedFile(file: string): Promise<Stats | null> {
  const log = await stat(`${file}-wal`).catch(() => null)
  return log ? null : stat(file)
}
