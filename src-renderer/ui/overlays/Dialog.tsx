import { useEffect, useEffectEvent, useId, useRef, type ReactNode, type RefObject } from 'react'
import { X } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { classes } from '../classes.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import { create } from 'zustand'
import textStyles from '../layout/text.module.css'
import toolbarStyles from '../layout/toolbar.module.css'
import styles from './Dialog.module.css'

interface Props {
  title: string
  /** Called on Escape, the close button, or a click outside. */
  onClose: () => void
  children: ReactNode
  /** Buttons, the main one last. */
  actions?: ReactNode
  size?: 'small' | 'normal' | 'large' | 'full'
  /** Shows the title only to screen readers, for dialogs with their own header. */
  hasOwnHeader?: boolean
}

/** A modal dialog, open while mounted. It traps the focus and restores it on close. */
export function Dialog({ title, onClose, children, actions, size = 'normal', hasOwnHeader }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const dialog = element.current
    if (!dialog) return
    const previousFocus = document.activeElement
    if (dialog.showModal) dialog.showModal()
    else dialog.setAttribute('open', '')
    if (!hasOwnHeader) findInitialFocus(dialog)?.focus()
    const onCancel = (event: Event) => {
      // A file input inside fires this event, too, when its file picker is cancelled.
      if (event.target !== dialog) return
      event.preventDefault()
      close()
    }
    // A click on the backdrop targets the dialog element itself, because its content fills it.
    const onClick = (event: Event) => {
      if (event.target === dialog) close()
    }
    const removeFromOpenDialogs = openDialogs.getState().add(dialog)
    dialog.addEventListener('cancel', onCancel)
    dialog.addEventListener('pointerdown', onClick)
    return () => {
      removeFromOpenDialogs()
      dialog.removeEventListener('cancel', onCancel)
      dialog.removeEventListener('pointerdown', onClick)
      dialog.close?.()
      if (previousFocus instanceof HTMLElement) previousFocus.focus()
    }
  }, [hasOwnHeader])
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      data-size={hasOwnHeader && size === 'full' ? 'screen' : size}
      className={classes(styles.dialog, styles[size])}
    >
      <div className={styles.content} tabIndex={-1}>
        <header className={hasOwnHeader ? textStyles.hidden : styles.head}>
          <h2 dir="auto" id={id} className={textStyles.title}>
            {title}
          </h2>
          {!hasOwnHeader && (
            <IconButton label={t('common.close')} icon={<X />} size="small" onClick={onClose} />
          )}
        </header>
        <div className={styles.body}>{children}</div>
        {actions && <footer className={classes(toolbarStyles.actions, styles.actions)}>{actions}</footer>}
      </div>
    </dialog>
  )
}

/** The initial focus: an `autofocus` element, otherwise the first field, the first button in the footer, or the content. */
const findInitialFocus = (dialog: HTMLElement): HTMLElement | null =>
  dialog.querySelector<HTMLElement>('[autofocus]') ??
  dialog.querySelector<HTMLElement>(':is(input, textarea, select)') ??
  dialog.querySelector<HTMLElement>('footer button') ??
  dialog.querySelector<HTMLElement>('div')

interface OpenDialogs {
  /** The topmost dialog is last; everything outside it is inert. */
  list: HTMLElement[]
  /** Returns a function that removes the dialog. */
  add: (dialog: HTMLElement) => () => void
}

/** The open modals, so that toasts can be rendered inside the topmost one. */
export const openDialogs = create<OpenDialogs>((set) => ({
  list: [],
  add: (dialog) => {
    set(({ list }) => ({ list: [...list, dialog] }))
    return () => set(({ list }) => ({ list: list.filter((other) => other !== dialog) }))
  },
}))

/** Whether a modal lies over the element of `ref`; changes when modals open and close. */
export const useIsUnderDialog = (ref: RefObject<Element | null>): boolean =>
  openDialogs(({ list }) => isCovered(ref.current, list.at(-1)))

/** Whether a modal lies over an element, which then receives no keys. Without an element: whether any modal is open. */
export const isUnderDialog = (element: Element | null | undefined): boolean =>
  isCovered(element, openDialogs.getState().list.at(-1))

const isCovered = (element: Element | null | undefined, topDialog: HTMLElement | undefined): boolean =>
  topDialog !== undefined && !(element && topDialog.contains(element))
