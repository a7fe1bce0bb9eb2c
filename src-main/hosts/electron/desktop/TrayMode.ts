import type { Progress } from '../../../../src-preload/contract/types/work.ts'

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
