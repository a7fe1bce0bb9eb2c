import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { Settings } from '../../../../src-preload/contract/types/studio.ts'
import type { Announcement, Progress } from '../../../../src-preload/contract/types/work.ts'
import { announcementText } from '../../../../src-preload/shared/announcementText.ts'

/** The functions of the system outside the window. */
export interface DesktopSystem {
  /** Sets the progress bar of the taskbar button; a negative value removes it. */
  setProgress: (value: number, mode: 'none' | 'normal' | 'indeterminate' | 'error') => void
  /** Sets the badge of the app's icon; 0 removes it. */
  setBadge: (count: number) => void
  /** Keeps the computer awake until `allowSleep` is called with the returned id. */
  preventSleep: () => number
  allowSleep: (id: number) => void
  /** Shows a notification. */
  notify: (text: { title: string; body: string; silent: boolean; onClick: () => void }) => void
  isFocused: () => boolean
  /** Brings the window to the front and navigates to a place. */
  bringToFront: (place: string) => void
}

/** Shows the progress of the work and announcements outside the window. */
export class Desk {
  readonly #system: DesktopSystem
  #isMoving = false
  #keepAwake = false
  #blockerId: number | null = null

  constructor(system: DesktopSystem) {
    this.#system = system
  }

  onEvent(event: StudioEvent): void {
    if (event.type === 'progress') this.#show(event.progress)
    if (event.type === 'announcement') this.#announce(event.announcement)
  }

  /** Applies the settings. Call it at startup and after each change. */
  set({ keepAwake }: Pick<Settings, 'keepAwake'>): void {
    this.#keepAwake = keepAwake
    this.#updateSleepBlocker()
  }

  /** Releases the sleep blocker. */
  close(): void {
    this.#isMoving = false
    this.#updateSleepBlocker()
  }

  #show({ done, total, part, moving, trouble }: Progress): void {
    const { setProgress, setBadge } = this.#system
    if (total === 0) setProgress(-1, 'none')
    else if (trouble) setProgress(Math.max(part, 0.01), 'error')
    // Without any progress, shows an indeterminate bar instead of an empty one.
    else setProgress(part === 0 ? 2 : part, part === 0 ? 'indeterminate' : 'normal')
    setBadge(total - done)
    this.#isMoving = moving
    this.#updateSleepBlocker()
  }

  #updateSleepBlocker(): void {
    const { preventSleep, allowSleep } = this.#system
    const shouldStayAwake = this.#isMoving && this.#keepAwake
    if (shouldStayAwake) this.#blockerId ??= preventSleep()
    else if (this.#blockerId !== null) {
      allowSleep(this.#blockerId)
      this.#blockerId = null
    }
  }

  #announce(announcement: Announcement): void {
    const { notify, isFocused, bringToFront } = this.#system
    const { about, id, asset, sound } = announcement
    if (about === 'job' && isFocused()) return
    const place = about === 'batch' ? `queue/${encodeURIComponent(id)}` : asset ? `gallery/${asset}` : 'queue'
    notify({ ...announcementText(announcement), silent: !sound, onClick: () => bringToFront(place) })
  }
}
