import { execFile } from 'node:child_process'

const GDBUS_ARGUMENTS = [
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
const TIMEOUT_MS = 3000

/** Runs a program and returns its output; rejects if that fails. */
type Run = (file: string, args: readonly string[]) => Promise<string>

const runProgram: Run = (file, args) =>
  new Promise((resolve, reject) => {
    execFile(file, args, { timeout: TIMEOUT_MS }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    )
  })

/**
 * Whether a tray icon would be visible. Windows and macOS always show it. On Linux, a desktop that does has a
 * StatusNotifierWatcher on the session bus. Without an icon, a hidden window could not be reopened.
 */
export async function hasTray(platform: NodeJS.Platform, run: Run = runProgram): Promise<boolean> {
  if (platform !== 'linux') return platform === 'win32' || platform === 'darwin'
  return run('gdbus', GDBUS_ARGUMENTS).then(
    (output) => output.includes('true'),
    () => false,
  )
}
