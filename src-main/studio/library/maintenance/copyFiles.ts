import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, type Stats } from 'node:fs'
import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fsyncFolder } from '../../storage/files/durableFiles.ts'
import { makeFolder } from '../../storage/files/folders.ts'
import { isDiskFull } from '../../storage/files/storageError.ts'
import { isSameVersion } from '../../storage/move/copyRest.ts'
import { hashFileWithProgress, statFile } from './checkFiles.ts'
import type { MaintenanceRun } from './MaintenanceRun.ts'

/** The file with the user's changes to operations (`catalogue/overrides`). */
export const OVERRIDES = 'operations.json'

interface CopyOptions {
  from: string
  to: string
  /** Paths of folders in `from`, with slashes. */
  folders: readonly string[]
  /** The hash that a file was saved with; null if it isn't known or may have changed. */
  findHash: (folder: string, name: string) => string | null
}

/** Copies the complete files of folders, without their subfolders. Files that `to` already has are skipped. */
export async function copyFolders(
  run: MaintenanceRun,
  { from, to, folders, findHash }: CopyOptions,
): Promise<void> {
  for (const folder of folders) {
    const target = join(to, ...folder.split('/'))
    makeFolder(target)
    for (const name of await listFiles(join(from, folder))) {
      run.signal.throwIfAborted()
      const path = `${folder}/${name}`
      await copyFile(run, join(from, folder, name), join(target, name), path, findHash(folder, name))
    }
    await fsyncFolder(target)
  }
}

/** The folders of a library or a backup with results, inputs, files in `found/` and the journal of accepted jobs. */
export async function listContentFolders(dataFolder: string): Promise<string[]> {
  return [
    ...(await listTree(dataFolder, 'library', 2)),
    ...(await listTree(dataFolder, 'inputs', 1)),
    ...(await listTree(dataFolder, 'found', 0)),
    ...(await listTree(dataFolder, 'journal', 0)),
  ]
}

/** A list with the name of the file with the user's changes to operations; empty if there is none. */
export async function findOverrides(dataFolder: string): Promise<string[]> {
  const found = await stat(join(dataFolder, OVERRIDES)).catch(() => null)
  return found?.isFile() ? [OVERRIDES] : []
}

/** The number of complete files in folders. */
export async function countFiles(dataFolder: string, folders: readonly string[]): Promise<number> {
  let files = 0
  for (const folder of folders) files += (await listFiles(join(dataFolder, folder))).length
  return files
}

/**
 * The folders `levels` levels below the folder `root` of the data folder, as paths with slashes; with 0 levels, `root`
 * itself.
 */
async function listTree(dataFolder: string, root: string, levels: number): Promise<string[]> {
  let folders = (await stat(join(dataFolder, root)).catch(() => null)) ? [root] : []
  for (let level = 0; level < levels; level++) {
    const inner = folders.map(async (folder) => {
      const entries = await readdir(join(dataFolder, folder), { withFileTypes: true })
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}/${name}`)
    })
    folders = (await Promise.all(inner)).flat()
  }
  return folders
}

/** The complete files of a folder. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.part')).map(({ name }) => name)
}

/**
 * Copies a file unless the target already has it. The copy gets its final name only after it has been read back and
 * compared. A file that can't be copied, or doesn't have its saved hash, is left out and listed as a problem.
 */
export async function copyFile(
  run: MaintenanceRun,
  from: string,
  to: string,
  file: string,
  savedHash: string | null,
): Promise<void> {
  const part = `${to}.part`
  const leaveOut = (state: 'missing' | 'changed' | 'failed'): void => {
    run.addProblem({ id: null, file, state, canFetchAgain: false })
    run.completeFile()
  }
  try {
    const source = await stat(from)
    const existing: Stats | null = await stat(to).catch(() => null)
    if (existing && isSameVersion(existing, source)) return run.skipFile()
    const sha256 = await copyStream(run, from, part)
    if (savedHash !== null && sha256 !== savedHash) return leaveOut('changed')
    if ((await hashFileWithProgress(part, () => {}, run.signal)) !== sha256) return leaveOut('failed')
    await utimes(part, source.atime, source.mtime)
    await rename(part, to)
    run.completeFile()
  } catch (error) {
    run.signal.throwIfAborted()
    if (isDiskFull(error)) throw error
    leaveOut((await statFile(from)) === null ? 'missing' : 'failed')
  } finally {
    await rm(part, { force: true })
  }
}

/** Copies a file, syncs the copy to the disk, and returns its SHA-256 hash. */
async function copyStream(run: MaintenanceRun, from: string, to: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(
    createReadStream(from),
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk)
        run.addBytes(chunk.length)
        yield chunk
      }
    },
    createWriteStream(to, { mode: 0o600 }),
    { signal: run.signal },
  )
  const handle = await open(to, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  return hash.digest('hex')
}
