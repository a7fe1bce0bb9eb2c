import { chmodSync, readdirSync, statSync } from 'node:fs'

/** Files in a data folder before its first library. */
const OURS: ReadonlySet<string> = new Set(['operations.json', 'easel.lock', 'logs', 'window'])

/**
 * Makes a data folder private if other users of the computer can read it. Returns why it remains readable, or null. A folder with
 * other files and no library (`/tmp`, a home folder) is left as it is.
 */
export function makeFolderPrivate(folder: string): string | null {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (process.platform === 'win32' || !found?.isDirectory() || (found.mode & 0o077) === 0) return null
  const open = `Other users of this computer can read ${folder}`
  if (found.uid !== process.getuid?.()) return `${open}: it belongs to another user.`
  const entries = readdirSync(folder)
  if (!entries.includes('easel.db') && !entries.every((name) => OURS.has(name)))
    return `${open}: it contains more than a library.`
  try {
    chmodSync(folder, 0o700)
    return (statSync(folder).mode & 0o077) === 0
      ? null
      : `${open}: its file system doesn't support permissions.`
  } catch (error) {
    return `${open}: ${error instanceof Error ? error.message : String(error)}`
  }
}
