import { app } from 'electron'

/**
 * Every window process in the system's sandbox. As root on Linux Chromium cannot build one and must be started
 * with `--no-sandbox`; only there is its absence accepted, and said.
 *
 * @throws Error with a sentence when the sandbox was switched off anywhere else.
 */
export function confineProcesses(): void {
  if (!app.commandLine.hasSwitch('no-sandbox')) {
    app.enableSandbox()
    return
  }
  const root = process.platform === 'linux' && process.getuid?.() === 0
  if (!root) throw new Error('Easel does not run with --no-sandbox: the window would not be confined.')
  process.stderr.write('Running as root: the window runs without the system sandbox.\n')
}
