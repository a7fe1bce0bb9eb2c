import { readdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileDurably } from '../../storage/files/durableFiles.ts'
import { SOURCE_MARKER, TARGET_MARKER, type SourceMarker } from '../../storage/files/libraryFolder.ts'
import { systemErrorCode, toStorageError } from '../../storage/files/storageError.ts'
import { copyFolders, countFiles } from './copyFiles.ts'
import type { MaintenanceRun } from './MaintenanceRun.ts'
import { checkTargetFolder } from './checkTargetFolder.ts'

/** Copied while the library is open. The rest is small or still changes, and is copied at the next start. */
const LARGE_FOLDERS = ['library', 'inputs', 'thumbs', 'found', 'backups']

/** Where a library moves to, and how. */
export interface Move {
  to: string
  by: SourceMarker['by']
}

/** Checks the folder that a library will move to. @throws StudioError as `checkTargetFolder` does. */
export async function planMove(dataFolder: string, chosen: string): Promise<Move> {
  const from = await realpath(dataFolder)
  const to = await checkTargetFolder(chosen, { kind: 'move', from, mustNotOverlap: [from] })
  try {
    return { to, by: (await canRename(from, to)) ? 'rename' : 'copy' }
  } catch (error) {
    throw toStorageError(error, to)
  }
}

/**
 * Whether files can be renamed from one folder to the other. Tries it, because device ids don't show this on every
 * system.
 */
async function canRename(from: string, to: string): Promise<boolean> {
  const name = '.easel-probe'
  await writeFile(join(from, name), '', { mode: 0o600 })
  try {
    await rename(join(from, name), join(to, name))
    return true
  } catch (error) {
    if (systemErrorCode(error) === 'EXDEV') return false
    throw error
  } finally {
    await rm(join(from, name), { force: true })
    await rm(join(to, name), { force: true })
  }
}

/**
 * Copies the large folders while the library is open. Files are not compared with their saved hashes, because changed
 * files move too.
 */
export async function copyForMove(run: MaintenanceRun, dataFolder: string, to: string): Promise<void> {
  try {
    const from = await realpath(dataFolder)
    await markTarget(from, to)
    const folders: string[] = []
    for (const root of LARGE_FOLDERS) folders.push(...(await listFolders(from, root)))
    run.setTotals({ files: await countFiles(from, folders), bytes: 0 })
    await copyFolders(run, { from, to, folders, findHash: () => null })
  } catch (error) {
    throw toStorageError(error, to)
  }
}

/**
 * Records the move, so that the next start completes it before anything is opened (`completeMove`). Call it when the
 * library is closed.
 */
export async function requestMove(dataFolder: string, { to, by }: Move): Promise<void> {
  const from = await realpath(dataFolder)
  await markTarget(from, to)
  const marker: SourceMarker = { to, by, isComplete: false, left: [] }
  await writeFileDurably(join(from, SOURCE_MARKER), JSON.stringify(marker))
}

const markTarget = (from: string, to: string): Promise<void> =>
  writeFileDurably(join(to, TARGET_MARKER), JSON.stringify({ kind: 'move', from }))

/** A folder of the data folder and all its subfolders, as paths with slashes. */
async function listFolders(dataFolder: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(dataFolder, folder), { withFileTypes: true }).catch(() => null)
  if (entries === null) return []
  const found: string[] = [folder]
  for (const entry of entries)
    if (entry.isDirectory()) found.push(...(await listFolders(dataFolder, `${folder}/${entry.name}`)))
  return found
}
