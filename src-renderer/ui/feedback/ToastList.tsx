import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { CircleAlert, X } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { Button } from '../buttons/Button.tsx'
import { classes } from '../classes.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { isWindowBlur } from '../isWindowBlur.ts'
import { isAt, useHash } from '../../router/useLocation.ts'
import { openDialogs } from '../overlays/Dialog.tsx'
import styles from './ToastList.module.css'
import { toasts, type Toast } from '../../lib/toasts.ts'

const DURATION_MS = 7000

/**
 * The toasts of the window. They are rendered inside the topmost dialog, because elements outside are inert, or inside the full-screen element
 * within it, which covers everything else.
 */
export function ToastList() {
  const list = toasts((state) => state.list)
  const topDialog = openDialogs((state) => state.list.at(-1))
  const fullscreen = useSyncExternalStore(subscribeToFullscreen, getFullscreenElement)
  const container = fullscreen && (topDialog?.contains(fullscreen) ?? true) ? fullscreen : topDialog
  const section = (
    <section className={styles.list} aria-live="polite" aria-label={t('shell.messages')}>
      {list.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
  return container ? createPortal(section, container) : section
}

const getFullscreenElement = () => document.fullscreenElement ?? null
const subscribeToFullscreen = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

function ToastCard({ toast }: { toast: Toast }) {
  const dismiss = () => toasts.getState().dismiss(toast.id)
  const [isHovered, setHovered] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const hash = useHash()
  const path = toast.action?.path
  const action = path !== undefined && isAt(hash, path) ? undefined : toast.action
  const isInUse = isHovered || hasFocus
  useEffect(() => {
    if (isInUse) return
    const timer = setTimeout(() => toasts.getState().dismiss(toast.id), DURATION_MS)
    return () => clearTimeout(timer)
  }, [toast.id, isInUse])
  return (
    <div
      className={classes(styles.toast, toast.tone === 'error' && styles.error)}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocus(true)}
      onBlur={(event) => setFocus(isWindowBlur(event))}
    >
      {toast.tone === 'error' && <CircleAlert aria-hidden />}
      <span dir="auto" className={styles.text}>
        {toast.text}
      </span>
      {action && (
        <Button
          size="small"
          variant="quiet"
          onClick={({ detail }) => {
            // The second click of a double click may hit the next toast, which has moved up.
            if (detail > 1) return
            action.run()
            dismiss()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton size="small" label={t('common.dismiss')} icon={<X />} onClick={dismiss} />
    </div>
  )
}
