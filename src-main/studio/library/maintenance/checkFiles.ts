import { createHash } from 'node:crypto'
import { createReadStream, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../../storage/database/Database.ts'
import type { LibraryPaths } from '../../storage/files/folders.ts'
import { isMissing } from '../../storage/files/storageError.ts'
import { hashFile } from '../assets/hashFile.ts'
import type { FileProblems } from '../assets/FileProblems.ts'
import { resolveInside } from '../assets/resolveInside.ts'
import type { MaintenanceRun } from './MaintenanceRun.ts'

/** Rows read at once. */
const PAGE_SIZE = 200

interface Dependencies {
  database: Pick<Database, 'all'>
  paths: Pick<LibraryPaths, 'library' | 'inputs'>
  fileProblems: Pick<FileProblems, 'recordLater' | 'flush'>
}

/**
 * Reads the file of every asset and compares it with the saved size and hash, and records which results have a missing or changed one.
 * Stops when the run is stopped.
 */
export async function checkFiles(run: MaintenanceRun, dependencies: Dependencies): Promise<void> {
  try {
    await compareFiles(run, dependencies)
  } finally {
    dependencies.fileProblems.flush()
  }
}

async function compareFiles(
  run: MaintenanceRun,
  { database, paths, fileProblems }: Dependencies,
): Promise<void> {
  let seq = 0
  for (;;) {
    const rows = database.all(
      `SELECT seq, id, role, path, bytes, sha256,
           EXISTS (SELECT 1 FROM jobs WHERE jobs.id = assets.job_id AND request_id IS NOT NULL) AS has_request
         FROM assets WHERE seq > ? ORDER BY seq LIMIT ?`,
      seq,
      PAGE_SIZE,
    )
    if (rows.length === 0) return
    for (const row of rows) {
      if (run.signal.aborted) return
      const [id, path, bytes] = [String(row['id']), String(row['path']), Number(row['bytes'])]
      const isInput = row['role'] === 'input'
      const file = resolveInside(isInput ? paths.inputs : paths.library, path)
      const state = await compareFile(run, file, bytes, String(row['sha256']))
      // The file of a result that was deleted meanwhile isn't missing.
      if (state !== 'present' && database.all('SELECT 1 FROM assets WHERE id = ?', id).length > 0) {
        const shownPath = join(isInput ? 'inputs' : 'library', path)
        run.addProblem({
          id,
          state,
          file: shownPath,
          canFetchAgain: row['has_request'] === 1 && state !== 'failed',
        })
      }
      // After the problem was listed, which fails if the whole library is gone.
      if (state !== 'failed') fileProblems.recordLater(id, state)
      run.completeFile()
      seq = Number(row['seq'])
    }
  }
}

async function compareFile(
  run: MaintenanceRun,
  file: string | null,
  bytes: number,
  sha256: string,
): Promise<'present' | 'missing' | 'changed' | 'failed'> {
  const found = file === null ? null : await statFile(file)
  if (found === 'failed') {
    run.addBytes(bytes)
    return 'failed'
  }
  if (file === null || !found?.isFile() || found.size !== bytes) {
    run.addBytes(bytes)
    return found?.isFile() ? 'changed' : 'missing'
  }
  try {
    const actual = await hashFileWithProgress(file, (read) => run.addBytes(read), run.signal)
    if (actual === sha256) return 'present'
    const current = await stat(file)
    if (current.ino === found.ino && current.mtimeMs === found.mtimeMs) return 'changed'
    // The file was replaced while it was read, for example because the user restored it.
    return (await hashFile(file)) === sha256 ? 'present' : 'changed'
  } catch {
    run.signal.throwIfAborted()
    return 'failed'
  }
}

/** Null if there is no such file; `failed` if that can't be found out, as on a folder that can't be read. */
export async function statFile(file: string): Promise<Stats | null | 'failed'> {
  try {
    return await stat(file)
  } catch (error) {
    return isMissing(error) ? null : 'failed'
  }
}

/** The SHA-256 hash of a file. Calls `onBytes` after each part that was read. @throws disk errors, or an AbortError. */
export async function hashFileWithProgress(
  path: string,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(
    createReadStream(path),
    async (source: AsyncIterable<Buffer>) => {
      for await (const chunk of source) {
        hash.update(chunk)
        onBytes(chunk.length)
      }
    },
    { signal },
  )
  return hash.digest('hex')
}
