import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { Settings } from '../../../../src-preload/contract/types/studio.ts'
import type { Announcement, Progress } from '../../../../src-preload/contract/types/progress.ts'
import { formatAnnouncement } from '../../../../src-preload/shared/formatAnnouncement.ts'

/** The functions of the desktop that `DesktopStatus` uses. */
export interface DesktopSystem {
  /** Sets the progress bar of the taskbar button, from 0 to 1. A negative value removes it; a value above 1 shows activity without progress. */
  setProgress: (value: number, mode: 'none' | 'normal' | 'indeterminate' | 'error') => void
  /** Sets the badge of the app's icon; 0 removes it. */
  setBadge: (count: number) => void
  /** Keeps the computer awake until `allowSleep` is called with the returned id. */
  preventSleep: () => number
  allowSleep: (id: number) => void
  /** Shows a notification. */
  notify: (text: { title: string; body: string; silent: boolean; onClick: () => void }) => void
  isFocused: () => boolean
  /** Brings the window to the front and navigates to a path of the window, such as `queue/BATCH`. */
  bringToFront: (path: string) => void
}

/** Shows progress and notifications outside the window, and keeps the computer awake while jobs run. */
export class DesktopStatus {
  readonly #system: DesktopSystem
  #isWorkActive = false
  #keepAwake = false
  #blockerId: number | null = null

  constructor(system: DesktopSystem) {
    this.#system = system
  }

  onEvent(event: StudioEvent): void {
    if (event.type === 'progress') this.#showProgress(event.progress)
    if (event.type === 'announcement') this.#announce(event.announcement)
  }

  /** Applies the settings. Call it at startup and after each change. */
  applySettings({ keepAwake }: Pick<Settings, 'keepAwake'>): void {
    this.#keepAwake = keepAwake
    this.#updateSleepBlocker()
  }

  /** Releases the sleep blocker. */
  close(): void {
    this.#isWorkActive = false
    this.#updateSleepBlocker()
  }

  #showProgress({ done, total, fraction, isActive, needsAttention }: Progress): void {
    const { setProgress, setBadge } = this.#system
    if (total === 0) setProgress(-1, 'none')
    // At least 1 %, so that the colour of the bar is visible.
    else if (needsAttention) setProgress(Math.max(fraction, 0.01), 'error')
    // Without any progress yet, an indeterminate bar instead of an empty one.
    else setProgress(fraction === 0 ? 2 : fraction, fraction === 0 ? 'indeterminate' : 'normal')
    setBadge(total - done)
    this.#isWorkActive = isActive
    this.#updateSleepBlocker()
  }

  #updateSleepBlocker(): void {
    const { preventSleep, allowSleep } = this.#system
    const shouldStayAwake = this.#isWorkActive && this.#keepAwake
    if (shouldStayAwake) this.#blockerId ??= preventSleep()
    else if (this.#blockerId !== null) {
      allowSleep(this.#blockerId)
      this.#blockerId = null
    }
  }

  #announce(announcement: Announcement): void {
    const { notify, isFocused, bringToFront } = this.#system
    const { about, id, assetId, playSound } = announcement
    // A user who looks at the window sees the job there.
    if (about === 'job' && isFocused()) return
    const resultPath = assetId ? `gallery/${encodeURIComponent(assetId)}` : 'queue'
    const path = about === 'batch' ? `queue/${encodeURIComponent(id)}` : resultPath
    notify({ ...formatAnnouncement(announcement), silent: !playSound, onClick: () => bringToFront(path) })
  }
}
