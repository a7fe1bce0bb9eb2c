import { constants, type Stats } from 'node:fs'
import { copyFile, rm, stat } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'

/** Pages copied at once. */
const PAGES_PER_STEP = 256

/**
 * Copies the database of another library to a new file without changing it, even while another Easel has it open.
 * Rejects when `signal` aborts.
 */
export async function copyDatabase(from: string, to: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const before = await statIfClosed(from)
  if (before) {
    // A connection would create files beside it, which fails in a read-only folder.
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    const after = await statIfClosed(from)
    if (after && after.size === before.size && after.mtimeMs === before.mtimeMs) return
  }
  await rm(to, { force: true })
  signal.throwIfAborted()
  const connection = new DatabaseSync(from, { readOnly: true, timeout: 5000 })
  try {
    // A read transaction keeps its snapshot, so that the copy doesn't start over at each write of the other process.
    connection.exec('BEGIN')
    connection.prepare('SELECT count(*) FROM sqlite_schema').get()
    await backup(connection, to, { rate: PAGES_PER_STEP, progress: () => signal.throwIfAborted() })
  } finally {
    connection.close()
  }
}

/** The stats of a database file that no process has open; null if it has a write-ahead log, so one may have it open. */
async function statIfClosed(file: string): Promise<Stats | null> {
  const log = await stat(`${file}-wal`).catch(() => null)
  return log ? null : stat(file)
}
