import { execFile } from 'node:child_process'

const ASK = [
  'call',
  '--session',
  '--dest',
  'org.freedesktop.DBus',
  '--object-path',
  '/org/freedesktop/DBus',
  '--method',
  'org.freedesktop.DBus.NameHasOwner',
  'org.kde.StatusNotifierWatcher',
]
const MAX_MS = 3000

/** Runs a program and answers what it said; rejects where it can't. */
type Run = (file: string, args: readonly string[]) => Promise<string>

const runProgram: Run = (file, args) =>
  new Promise((resolve, reject) => {
    execFile(file, args, { timeout: MAX_MS }, (error, stdout) => (error ? reject(error) : resolve(stdout)))
  })

/**
 * Whether an icon in the tray would be seen. Windows and macOS always show one; on Linux only some desktops do, which then
 * have a watcher for icons on the session's bus. A window hidden without one could not be found again.
 */
export async function hasTray(platform: NodeJS.Platform, run: Run = runProgram): Promise<boolean> {
  if (platform !== 'linux') return platform === 'win32' || platform === 'darwin'
  return run('gdbus', ASK).then(
    (answer) => answer.includes('true'),
    () => false,
  )
}
