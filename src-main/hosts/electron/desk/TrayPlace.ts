import type { Progress } from '../../../../src-preload/contract/types/work.ts'

/** An icon of the tray, as the system shows it. */
export interface TrayIcon {
  /** The words beside it, and those of its menu: how far the work is. */
  say: (words: string) => void
  remove: () => void
}

interface Doors {
  /** Puts an icon into the tray that opens the window again. */
  show: (open: () => void) => TrayIcon
  hideWindow: () => void
  showWindow: () => void
}

/** Where Easel is while its window is closed and work goes on. */
export class TrayPlace {
  readonly #doors: Doors
  #icon: TrayIcon | null = null
  #words = sayProgress(null)

  constructor(doors: Doors) {
    this.#doors = doors
  }

  /** Closes the window without ending anything. */
  enter(): void {
    this.#icon ??= this.#doors.show(() => this.leave())
    this.#icon.say(this.#words)
    this.#doors.hideWindow()
  }

  /** The window is back. */
  leave(): void {
    if (!this.#icon) return
    this.#icon.remove()
    this.#icon = null
    this.#doors.showWindow()
  }

  show(progress: Progress): void {
    this.#words = sayProgress(progress)
    this.#icon?.say(this.#words)
  }
}

/** "3 of 12", "Stopped at 3 of 12", "No active jobs". */
function sayProgress(progress: Progress | null): string {
  if (!progress || progress.total === 0) return 'No active jobs'
  const far = `${progress.done} of ${progress.total}`
  if (!progress.moving) return `Stopped at ${far}`
  return progress.trouble ? `${far}, needs attention` : far
}
