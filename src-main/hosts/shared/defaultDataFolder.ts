import { posix, win32 } from 'node:path'

/**
 * Where Easel keeps everything unless told otherwise. Both hosts use the same folder, so that a library made
 * in one is there in the other; the studio's own lock lets only one of them in at a time.
 */
export function defaultDataFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Easel')
  if (platform === 'win32') {
    return win32.join(env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), 'Easel')
  }
  const xdg = env['XDG_DATA_HOME']
  // The XDG specification says that a relative path is to be ignored.
  return posix.join(xdg && posix.isAbsolute(xdg) ? xdg : posix.join(home, '.local', 'share'), 'easel')
}
