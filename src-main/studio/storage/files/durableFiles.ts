import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { systemErrorCode } from './storageError.ts'

/** Writes a file atomically: after a crash or power loss there is the old or the new file, never a part of it. */
export async function writeFileDurably(path: string, content: Uint8Array | string): Promise<void> {
  const tempPath = `${path}.part`
  try {
    const handle = await open(tempPath, 'w', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(tempPath, path)
  } catch (error) {
    await rm(tempPath, { force: true })
    throw error
  }
  await fsyncFolder(dirname(path))
}

/** As `writeFileDurably`, for what must be written before Electron is ready. */
export function writeFileDurablySync(path: string, content: string): void {
  const tempPath = `${path}.part`
  try {
    writeFileSync(tempPath, content, { mode: 0o600 })
    syncAndRename(tempPath, path)
  } catch (error) {
    rmSync(tempPath, { force: true })
    throw error
  }
}

/** Makes a rename or a new file in `folder` survive a power loss. Windows syncs folders itself and can't open them. */
export async function fsyncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Creates a folder, unless it exists, so that it survives a power loss. Never creates its parent: on a disconnected disk, that would be
 * another folder in its place. @throws the system's errors, such as `ENOENT` without the parent.
 */
export async function makeFolderDurably(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
    await fsyncFolder(dirname(folder))
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error
  }
}

/**
 * Creates the missing folders between the folder `root` and a file in it, as `makeFolderDurably` does. Never creates `root`.
 * @throws the system's errors, such as `ENOENT` without `root`.
 */
export async function makeFoldersFor(root: string, relativePath: string): Promise<void> {
  let folder = root
  const names = normalize(relativePath).split(sep).slice(0, -1)
  for (const name of names) {
    folder = join(folder, name)
    await makeFolderDurably(folder)
  }
}

/** Syncs a file and gives it its final name. */
export function syncAndRename(tempPath: string, path: string): void {
  fsyncPath(tempPath, 'r+')
  renameSync(tempPath, path)
  if (process.platform !== 'win32') fsyncPath(dirname(path), 'r')
}

/** Syncs a file or, opened with `r`, a folder. */
export function fsyncPath(path: string, flags: string): void {
  const descriptor = openSync(path, flags)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
