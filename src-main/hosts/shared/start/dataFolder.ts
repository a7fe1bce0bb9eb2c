import { posix, win32 } from 'node:path'
import { chmodSync, readdirSync, statSync } from 'node:fs'

/**
 * The default data folder. Both hosts use the same one, so that they share a library; the studio's lock allows one of them at a
 * time.
 */
export function defaultDataFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Easel')
  if (platform === 'win32') {
    return win32.join(env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), 'Easel')
  }
  const xdg = env['XDG_DATA_HOME']
  // The XDG specification requires that a relative path is ignored.
  return posix.join(xdg && posix.isAbsolute(xdg) ? xdg : posix.join(home, '.local', 'share'), 'easel')
}

/** The folder of this user's settings that belong to no library. It is outside the default data folder, which may move. */
export function configFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'studio.easel.app')
  if (platform === 'win32')
    return win32.join(env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), 'studio.easel.app')
  const xdg = env['XDG_CONFIG_HOME']
  return posix.join(xdg && posix.isAbsolute(xdg) ? xdg : posix.join(home, '.config'), 'easel')
}

/** Files and folders that Easel may create in a data folder before the library exists. */
const FILES_BEFORE_LIBRARY: ReadonlySet<string> = new Set(['operations.json', 'easel.lock', 'logs', 'window'])

/**
 * Makes a data folder private if other users of the computer can read it. Returns why it remains readable, or null. A folder with
 * other files and no library (`/tmp`, a home folder) is left as it is.
 */
export function makeFolderPrivate(folder: string): string | null {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (process.platform === 'win32' || !stats?.isDirectory() || (stats.mode & 0o077) === 0) return null
  const warning = `Other users of this computer can read ${folder}`
  if (stats.uid !== process.getuid?.()) return `${warning}: it belongs to another user.`
  const entries = readdirSync(folder)
  if (!entries.includes('easel.db') && !entries.every((name) => FILES_BEFORE_LIBRARY.has(name)))
    return `${warning}: it contains other files and no library.`
  try {
    chmodSync(folder, 0o700)
    return (statSync(folder).mode & 0o077) === 0
      ? null
      : `${warning}: its file system doesn't support permissions.`
  } catch (error) {
    return `${warning}: ${error instanceof Error ? error.message : String(error)}`
  }
}
