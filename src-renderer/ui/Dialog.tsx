import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react'
import { X } from 'lucide-react'
import { t } from '../i18n/t.ts'
import { classes } from './classes.ts'
import textStyles from './text.module.css'
import toolbarStyles from './toolbar.module.css'
import styles from './Dialog.module.css'
import { IconButton } from './IconButton.tsx'
import { openDialogs } from './openDialogs.ts'

interface Props {
  title: string
  /** Escape, the cross, or a click beside it. */
  onClose: () => void
  children: ReactNode
  /** Buttons, the main one last. */
  actions?: ReactNode
  size?: 'small' | 'normal' | 'large' | 'full'
  /** Keeps the title for screen readers alone, for dialogs that bring their own head. */
  bare?: boolean
}

/** A modal dialog: mount it to open it. It traps the focus and returns it at the end. */
export function Dialog({ title, onClose, children, actions, size = 'normal', bare }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const dialog = element.current
    if (!dialog) return
    const before = document.activeElement
    if (dialog.showModal) dialog.showModal()
    else dialog.setAttribute('open', '')
    if (!bare) firstOf(dialog)?.focus()
    const onCancel = (event: Event) => {
      event.preventDefault()
      close()
    }
    // A click beside the dialog lands on the dialog element itself: its content fills it.
    const onClick = (event: Event) => {
      if (event.target === dialog) close()
    }
    const gone = openDialogs.getState().add(dialog)
    dialog.addEventListener('cancel', onCancel)
    dialog.addEventListener('pointerdown', onClick)
    return () => {
      gone()
      dialog.removeEventListener('cancel', onCancel)
      dialog.removeEventListener('pointerdown', onClick)
      dialog.close?.()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [bare])
  return (
    <dialog ref={element} aria-labelledby={id} className={classes(styles.dialog, styles[size])}>
      <div className={styles.content} tabIndex={-1}>
        <header className={bare ? textStyles.hidden : styles.head}>
          <h2 id={id} className={textStyles.title}>
            {title}
          </h2>
          {!bare && <IconButton label={t('common.close')} icon={<X />} size="small" onClick={onClose} />}
        </header>
        <div className={styles.body}>{children}</div>
        {actions && <footer className={classes(toolbarStyles.actions, styles.actions)}>{actions}</footer>}
      </div>
    </dialog>
  )
}

/** The initial focus: the element that requests it, else the first field, else the first (harmless) button, else the text. */
const firstOf = (dialog: HTMLElement): HTMLElement | null =>
  dialog.querySelector<HTMLElement>('[autofocus]') ??
  dialog.querySelector<HTMLElement>(':is(input, textarea, select)') ??
  dialog.querySelector<HTMLElement>('footer button') ??
  dialog.querySelector<HTMLElement>('div')
