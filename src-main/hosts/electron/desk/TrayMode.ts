import type { Progress } from '../../../../src-preload/contract/types/work.ts'

/** A tray icon. */
export interface TrayIcon {
  /** Sets the text of its tooltip and its menu. */
  setText: (text: string) => void
  remove: () => void
}

interface TrayWindow {
  /** Shows a tray icon that reopens the window. */
  show: (open: () => void) => TrayIcon
  hideWindow: () => void
  showWindow: () => void
}

/** Keeps Easel running in the tray while its window is closed. */
export class TrayMode {
  readonly #system: TrayWindow
  #icon: TrayIcon | null = null
  #text = progressText(null)

  constructor(system: TrayWindow) {
    this.#system = system
  }

  /** Hides the window and shows the tray icon. */
  enter(): void {
    this.#icon ??= this.#system.show(() => this.leave())
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

  show(progress: Progress): void {
    this.#text = progressText(progress)
    this.#icon?.setText(this.#text)
  }
}

/** "3 of 12", "Stopped at 3 of 12", "No active jobs". */
function progressText(progress: Progress | null): string {
  if (!progress || progress.total === 0) return 'No active jobs'
  const progressCount = `${progress.done} of ${progress.total}`
  if (!progress.moving) return `Stopped at ${progressCount}`
  return progress.trouble ? `${progressCount}, needs attention` : progressCount
}
