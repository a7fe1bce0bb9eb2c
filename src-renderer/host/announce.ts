import type { Announcement } from '../../src-preload/contract/types/work.ts'
import { announcementText } from '../../src-preload/shared/announcementText.ts'

/** Says it outside the page, where the user allowed that; a click brings them to what it is about. */
export function announce(announcement: Announcement): void {
  const { about, id, asset, sound } = announcement
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  if (about === 'job' && document.hasFocus()) return
  const { title, body } = announcementText(announcement)
  // By its tag a second tab says the same again in the same place.
  const notification = new Notification(title, { body, tag: id, silent: !sound, icon: '/favicon.ico' })
  notification.addEventListener('click', () => {
    window.focus()
    notification.close()
    location.hash =
      about === 'batch' ? `#/queue/${encodeURIComponent(id)}` : asset ? `#/gallery/${asset}` : '#/queue'
  })
}
