import type { Announcement } from '../../src-preload/contract/types/progress.ts'
import { formatAnnouncement } from '../../src-preload/shared/formatAnnouncement.ts'

/** Shows a notification if the user allowed it; a click opens its batch or result. */
export async function announce(announcement: Announcement): Promise<void> {
  const { about, id, assetId, playSound } = announcement
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  // A focused window shows the end of a job itself.
  if (about === 'job' && (await isAnyTabFocused(id))) return
  const { title, body } = formatAnnouncement(announcement)
  // The tag makes the notification of a second tab replace the first.
  const notification = new Notification(title, { body, tag: id, silent: !playSound, icon: '/favicon.ico' })
  notification.addEventListener('click', () => {
    window.focus()
    notification.close()
    location.hash =
      about === 'batch' ? `#/queue/${encodeURIComponent(id)}` : assetId ? `#/gallery/${assetId}` : '#/queue'
  })
}

/** Time for a focused tab to receive an announcement that this tab has received, in milliseconds. */
const WAIT_MS = 500
/** In milliseconds. Longer than the wait of other tabs, whose timers may run only once a second. */
const HOLD_MS = 3000

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Whether one of the tabs that receive an announcement has the focus: that tab holds a lock, which the others request. */
async function isAnyTabFocused(id: string): Promise<boolean> {
  const name = `announced-${id}`
  if (document.hasFocus()) {
    void navigator.locks.request(name, () => sleep(HOLD_MS))
    return true
  }
  await sleep(WAIT_MS)
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => lock === null)
}
