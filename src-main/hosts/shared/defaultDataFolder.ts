import { posix, win32 } from 'node:path'

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
