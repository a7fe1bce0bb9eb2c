import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { CircleAlert, X } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { Button } from '../buttons/Button.tsx'
import { classes } from '../classes.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { openDialogs } from '../overlays/Dialog.tsx'
import styles from './ToastList.module.css'
import { toasts, type Toast } from '../../lib/toasts.ts'

const DURATION_MS = 7000

/** The toasts of the window. They are rendered inside an open modal, because elements outside are inert. */
export function ToastList() {
  const list = toasts((state) => state.list)
  const topDialog = openDialogs((state) => state.list.at(-1))
  const section = (
    <section className={styles.list} aria-live="polite" aria-label={t('shell.messages')}>
      {list.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
  return topDialog ? createPortal(section, topDialog) : section
}

function ToastCard({ toast }: { toast: Toast }) {
  const dismiss = () => toasts.getState().dismiss(toast.id)
  useEffect(() => {
    const timer = setTimeout(() => toasts.getState().dismiss(toast.id), DURATION_MS)
    return () => clearTimeout(timer)
  }, [toast.id])
  return (
    <div className={classes(styles.toast, toast.tone === 'error' && styles.error)}>
      {toast.tone === 'error' && <CircleAlert aria-hidden />}
      <span className={styles.text}>{toast.text}</span>
      {toast.action && (
        <Button
          size="small"
          variant="quiet"
          onClick={({ detail }) => {
            // The second click of a double click may hit the next toast, which has moved up.
            if (detail > 1) return
            toast.action?.run()
            dismiss()
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton size="small" label={t('common.dismiss')} icon={<X />} onClick={dismiss} />
    </div>
  )
}
