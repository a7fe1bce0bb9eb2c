import { useState } from 'react'

/** `none`: the browser doesn't support notifications. */
export type Permission = NotificationPermission | 'none'

const now = (): Permission => ('Notification' in window ? Notification.permission : 'none')

/** The notification permission, and a function that shows the prompt. */
export function usePermission(): { permission: Permission; ask: () => void } {
  const [permission, setPermission] = useState(now)
  return { permission, ask: () => void Notification.requestPermission().then(() => setPermission(now())) }
}
