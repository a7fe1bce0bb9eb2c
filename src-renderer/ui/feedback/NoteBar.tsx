import type { ReactNode } from 'react'
import { X } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { classes } from '../classes.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import styles from './NoteBar.module.css'

interface Props {
  icon: ReactNode
  tone?: 'plain' | 'warn'
  /** Action buttons. */
  actions?: ReactNode
  /** Absent if the note disappears automatically. */
  onClose?: () => void
  /** Text of the note. */
  children: ReactNode
}

/** A note across the window above every screen. */
export function NoteBar({ icon, tone = 'plain', actions, onClose, children }: Props) {
  return (
    <div className={classes(styles.note, styles[tone])} role="status" data-note>
      {icon}
      <p data-note-text>{children}</p>
      {actions}
      {onClose && <IconButton size="small" label={t('common.dismiss')} icon={<X />} onClick={onClose} />}
    </div>
  )
}
