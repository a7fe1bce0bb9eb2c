import { useState } from 'react'

/** `none`: the browser knows no notifications. */
export type Permission = NotificationPermission | 'none'

const now = (): Permission => ('Notification' in window ? Notification.permission : 'none')

/** Whether this page may show notifications, and the permission prompt, shown only on a click. */
export function usePermission(): { permission: Permission; ask: () => void } {
  const [permission, setPermission] = useState(now)
  return { permission, ask: () => void Notification.requestPermission().then(() => setPermission(now())) }
}
