import { execFile } from 'node:child_process'
import type { Progress } from '../../../../src-preload/contract/types/progress.ts'

/** A tray icon. */
export interface TrayIcon {
  /** Sets the text of its tooltip and its menu. */
  setText: (text: string) => void
  remove: () => void
}

interface TraySystem {
  /** Shows a tray icon that reopens the window. */
  showIcon: (open: () => void) => TrayIcon
  hideWindow: () => void
  showWindow: () => void
}

/** Keeps Easel running in the tray while its window is closed. */
export class TrayMode {
  readonly #system: TraySystem
  #icon: TrayIcon | null = null
  #text = formatProgress(null)

  constructor(system: TraySystem) {
    this.#system = system
  }

  /** Hides the window and shows the tray icon. */
  enter(): void {
    this.#icon ??= this.#system.showIcon(() => this.leave())
    this.#icon.setText(this.#text)
    this.#system.hideWindow()
  }

  /** Shows the window and removes the tray icon. */
  leave(): void {
    if (!this.#icon) return
    this.#icon.remove()
    this.#icon = null
    this.#system.showWindow()
  }

  showProgress(progress: Progress): void {
    this.#text = formatProgress(progress)
    this.#icon?.setText(this.#text)
  }
}

/** "3 of 12", "Stopped at 3 of 12", "No active jobs". */
function formatProgress(progress: Progress | null): string {
  if (!progress || progress.total === 0) return 'No active jobs'
  const count = `${progress.done} of ${progress.total}`
  if (!progress.isActive) return `Stopped at ${count}`
  return progress.needsAttention ? `${count}, needs attention` : count
}

/** Arguments of `gdbus` that ask the session bus whether a desktop that shows tray icons is running. */
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
const GDBUS_TIMEOUT_MS = 3000

/** Runs a program and returns its output; rejects if that fails. */
type Run = (file: string, args: readonly string[]) => Promise<string>

const runProgram: Run = (file, args) =>
  new Promise((resolve, reject) => {
    execFile(file, args, { timeout: GDBUS_TIMEOUT_MS }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    )
  })

/**
 * Whether a tray icon would be visible; without one, a hidden window could not be reopened. Windows and macOS always show tray icons. On
 * Linux, a desktop that shows them has a StatusNotifierWatcher on the session bus.
 */
export async function hasTray(platform: NodeJS.Platform, run: Run = runProgram): Promise<boolean> {
  if (platform !== 'linux') return platform === 'win32' || platform === 'darwin'
  return run('gdbus', GDBUS_ARGUMENTS).then(
    (output) => output.includes('true'),
    () => false,
  )
}
