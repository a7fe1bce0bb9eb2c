import type { Announcement } from '../../src-preload/contract/types/work.ts'
import { formatAnnouncement } from '../../src-preload/shared/formatAnnouncement.ts'

/** Shows a notification if the user allowed it; a click opens its batch or result. */
export function announce(announcement: Announcement): void {
  const { about, id, assetId, playSound } = announcement
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  // A focused window shows the end of a job itself.
  if (about === 'job' && document.hasFocus()) return
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
