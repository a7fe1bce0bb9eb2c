import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from './findProgram.ts'

interface Wrapped {
  command: string
  args: string[]
  env: NodeJS.ProcessEnv
}

export interface Session {
  /** Whether commands run with their own unlocked keychain. */
  hasKeychain: boolean
  wrap: (command: string, args: string[], env?: NodeJS.ProcessEnv) => Wrapped
  close: () => void
}

const unlock = 'printf test | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"'

/** A D-Bus session with a new, unlocked keychain in a temporary home folder; the user's keychain is never used. */
export const openSession = (): Session => {
  const home = mkdtempSync(join(tmpdir(), 'easel-home-'))
  const run = join(home, 'run')
  mkdirSync(run, { mode: 0o700 })
  const hasKeychain = findProgram('dbus-run-session') !== null && findProgram('gnome-keyring-daemon') !== null
  const own = {
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_RUNTIME_DIR: run,
  }
  return {
    hasKeychain,
    wrap: (command, args, env = {}) =>
      hasKeychain
        ? {
            command: 'dbus-run-session',
            args: ['--', 'sh', '-c', unlock, 'sh', command, ...args],
            env: { ...process.env, ...own, EASEL_TEST_KEYCHAIN: 'true', ...env },
          }
        : { command, args, env: { ...process.env, ...env } },
    close: () => rmSync(home, { recursive: true, force: true }),
  }
}
