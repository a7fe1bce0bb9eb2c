import { lstat, readdir, realpath, rm, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isOwnName, readSourceMarker, SOURCE_MARKER, TARGET_MARKER } from '../files/libraryFolder.ts'
import { isMissing } from '../files/storageError.ts'

/**
 * Deletes the files in the old folder `from` that a move to `folder` has copied, and then the marker in `folder`. Call it once the library is open
 * there. Files that aren't Easel's, and those that couldn't be read, stay. After a crash the next call continues. Returns false, and does
 * nothing, if the old folder is missing or empty, because its disk may not be connected and it may be a mount point.
 */
export async function removeMovedFiles(from: string, folder: string): Promise<boolean> {
  const names = await readdir(from).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  if (names.length === 0) return false
  const source = readSourceMarker(from)
  const isMoved = source?.isComplete && (await isSameFolder(source.to, folder))
  if (isMoved) {
    const kept = new Set(source.left)
    for (const name of names) if (isOwnName(name)) await remove(from, name, kept)
    await rm(join(from, 'easel.lock'), { force: true })
    await rm(join(from, SOURCE_MARKER))
  }
  await rm(join(folder, TARGET_MARKER))
  // Stays if it has files of the user.
  if (isMoved) await rmdir(from).catch(() => {})
  return true
}

const isSameFolder = async (one: string, other: string): Promise<boolean> =>
  (await realpath(one).catch(() => null)) === (await realpath(other))

/** Deletes a file, or a folder without the files that stay. */
async function remove(root: string, path: string, kept: ReadonlySet<string>): Promise<void> {
  if (kept.has(path)) return
  const full = join(root, path)
  // The target of a link isn't deleted.
  if (!(await lstat(full)).isDirectory()) return unlink(full)
  for (const name of await readdir(full)) await remove(root, `${path}/${name}`, kept)
  await rmdir(full).catch(() => {})
}
