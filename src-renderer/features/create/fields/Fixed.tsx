import { LockKeyhole } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import styles from './Fixed.module.css'

interface Props {
  id: string
  label: string
  value: string | number
  /** The value says all by itself. */
  whole?: boolean
}

/** The one value a model allows: shown, not offered. */
export function Fixed({ id, label, value, whole }: Props) {
  return (
    <div className={styles.field}>
      <span className={styles.label} id={`${id}-label`}>
        {label}
      </span>
      <output id={id} className={styles.value} aria-labelledby={`${id}-label ${id}`}>
        {whole ? value : t('create.fixed_at', { value })}
        <LockKeyhole aria-hidden />
      </output>
    </div>
  )
}
