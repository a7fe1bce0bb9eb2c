import type { ComponentProps, ReactNode, RefObject } from 'react'
import { PickerList } from './PickerList.tsx'
import styles from './PickerPopover.module.css'
import { Popover } from '../overlays/Popover.tsx'

type Props = ComponentProps<typeof PickerList> & {
  anchor: RefObject<HTMLElement | null>
  instead: ReactNode
  header: ReactNode
  footer: ReactNode
  onClose: () => void
}

/** Popover of a picker: its header, its list or replacement, and its footer. */
export function PickerPopover({ anchor, instead, header, footer, onClose, ...list }: Props) {
  return (
    <Popover anchor={anchor} onClose={onClose} wide className={styles.popover}>
      {header && <div className={styles.header}>{header}</div>}
      {instead ?? <PickerList {...list} />}
      {footer && <div className={styles.footer}>{footer}</div>}
    </Popover>
  )
}
