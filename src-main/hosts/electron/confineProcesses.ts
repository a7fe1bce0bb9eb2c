import { app } from 'electron'

/**
 * Every window process in the system's sandbox. As root on Linux Chromium cannot build one and must be started
 * with `--no-sandbox`; beyond that only an unpackaged Easel (tests, containers) accepts its absence, and says so.
 *
 * @throws Error with a sentence when a packaged Easel is told to do without.
 */
export function confineProcesses(): void {
  if (!app.commandLine.hasSwitch('no-sandbox')) {
    app.enableSandbox()
    return
  }
  const root = process.platform === 'linux' && process.getuid?.() === 0
  if (app.isPackaged && !root) {
    throw new Error('Easel does not run with --no-sandbox: its window would not be confined.')
  }
  const why = root ? 'as root there is none' : 'started with --no-sandbox'
  process.stderr.write(`The window runs without the system sandbox: ${why}.\n`)
}
