import { app } from 'electron'

/**
 * Enables the OS sandbox for all renderer processes. On Linux, Chromium can't create a sandbox as root and must be started
 * with `--no-sandbox`; otherwise only an unpackaged Easel (tests, containers) runs without it, with a warning.
 *
 * @throws Error with a user-readable message if a packaged Easel is started with --no-sandbox.
 */
export function enableSandbox(): void {
  if (!app.commandLine.hasSwitch('no-sandbox')) {
    app.enableSandbox()
    return
  }
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0
  if (app.isPackaged && !isRoot) {
    throw new Error('Easel does not run with --no-sandbox: its renderer process would not be sandboxed.')
  }
  const reason = isRoot ? 'the sandbox is not available to root' : 'started with --no-sandbox'
  process.stderr.write(`Running without the OS sandbox: ${reason}.\n`)
}
